;;; openziti-router.el --- Router files of OpenZiti  -*- lexical-binding: t -*-

;;; Commentary:

;; A mode for router files, which Eglot starts the language server for.
;; It is a mode of its own because Eglot has one server for each mode: in other
;; YAML files, the server for YAML goes on as before.  The program `routerfile'
;; tells which YAML files are router files, so it must be in `exec-path'.

;;; Code:

(defconst openziti-router--yaml-mode
  (cond ((fboundp 'yaml-mode) 'yaml-mode)
        ((and (fboundp 'treesit-ready-p) (treesit-ready-p 'yaml t)) 'yaml-ts-mode)
        (t 'conf-mode))
  "The mode of YAML files, which the mode of router files derives from.")

(eval
 `(define-derived-mode openziti-router-mode ,openziti-router--yaml-mode
    "Ziti Router"
    "Major mode for router files of OpenZiti."))

(defconst openziti-router--section
  "\\(?:^\\|[ \t{,\"']\\)\\(?:ctrl\\|link\\|edge\\|dialers\\|listeners\\|forwarder\\|csr\\)[\"']?[ \t]*:"
  "The name of a section, of which every router file that is recognized by its content has one.")

(defun openziti-router--recognized-p (text is-named)
  "Whether the program `routerfile' takes TEXT for a router file, not for a template or a file around one.
A file that IS-NAMED like a router file may have little content, or none."
  (with-temp-buffer
    (let ((default-directory "~/") ; Not on the machine of a remote file.
          (coding-system-for-write 'utf-8-unix))
      (ignore-errors
        (call-process-region text nil "routerfile" nil t nil "lint" "-" "--isolated" "--check" "none" "--ignore-unknown"
                             "--format" "json" "--stdin-filename" (if is-named "router.yml" "file.yml"))))
    (let ((answer (buffer-string)))
      (and (string-match-p "\"path\": .*\n *\"release\": " answer)
           (not (string-match-p "was not rendered" answer))))))

(defun openziti-router-p ()
  "Whether the buffer visits a router file: a YAML file with the content of one, or named like one and not another's."
  (let ((case-fold-search nil)
        (path (or buffer-file-name "")))
    (when (string-match-p "\\.ya?ml\\'" path)
      (let ((is-named (string-match-p "[/.]router\\.ya?ml\\'\\|ziti-router[^/]*\\'" path))
            (text (save-restriction (widen) (buffer-substring-no-properties (point-min) (point-max)))))
        ;; No program is run for a file without a section of routers.
        (and (or is-named (string-match-p openziti-router--section text))
             (openziti-router--recognized-p text is-named))))))

;; This comes before the modes by names; other YAML files get the mode that they had.
(add-to-list 'magic-mode-alist '(openziti-router-p . openziti-router-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((openziti-router-mode :language-id "openziti-router")
                 . ("routerfile" "language-server" "--stdio"))))

(provide 'openziti-router)
;;; openziti-router.el ends here
