;;; openziti-router.el --- Router files of OpenZiti  -*- lexical-binding: t -*-

;;; Commentary:

;; A mode for router files, which Eglot starts the language server for.
;; It is a mode of its own because Eglot has one server for each mode: in other
;; YAML files, the server for YAML goes on as before.

;;; Code:

(eval
 `(define-derived-mode openziti-router-mode
    ,(cond ((fboundp 'yaml-mode) 'yaml-mode)
           ((and (fboundp 'treesit-ready-p) (treesit-ready-p 'yaml t)) 'yaml-ts-mode)
           (t 'conf-mode))
    "Ziti Router"
    "Major mode for router files of OpenZiti."))

(add-to-list 'auto-mode-alist
             '("\\(?:/\\|\\.\\)router\\.ya?ml\\'\\|ziti-router[^/]*\\.ya?ml\\'" . openziti-router-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((openziti-router-mode :language-id "openziti-router")
                 . ("routerfile" "language-server" "--stdio"))))

(provide 'openziti-router)
;;; openziti-router.el ends here
