;;; openziti-router.el --- Router files of OpenZiti  -*- lexical-binding: t -*-

;;; Commentary:

;; A mode for router files, which Eglot starts the language server for.
;; It is a mode of its own because Eglot has one server for each mode: in other
;; YAML files, the server for YAML goes on as before.

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

(defconst openziti-router--foreign-lines
  (concat
   "^\\(?:[\"']?"
   (regexp-opt
    '("apiVersion" "kind" "jobs" "on" "services" "replicaCount" "image" "images" "imagePullSecrets"
      "serviceAccount" "global" "persistence" "resources" "ingress" "nodeSelector" "advertisedHost"
      "linkListeners" "enrollmentJwt" "enrolmentJwt" "runcmd" "write_files"))
   "[\"']?[ \t]*:\\|- hosts:\\|#cloud-config\\)\\|{{[^{\n].*}}\\|{%")
  "Lines of workflows, manifests, Compose files, values of Helm and templates that are named like router files.")

;;;###autoload
(defun openziti-router-mode-maybe ()
  "Switch to the mode of router files, or to that of YAML if the content is another program's."
  (interactive)
  (if (save-excursion
        (goto-char (point-min))
        (let ((case-fold-search nil))
          (re-search-forward openziti-router--foreign-lines (min (point-max) 40000) t)))
      (funcall openziti-router--yaml-mode)
    (openziti-router-mode)))

(add-to-list 'auto-mode-alist
             '("\\(?:/\\|\\.\\)router\\.ya?ml\\'\\|ziti-router[^/]*\\.ya?ml\\'" . openziti-router-mode-maybe))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((openziti-router-mode :language-id "openziti-router")
                 . ("routerfile" "language-server" "--stdio"))))

(provide 'openziti-router)
;;; openziti-router.el ends here
