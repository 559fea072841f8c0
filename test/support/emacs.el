;; A session of Emacs with Eglot and the language server: the file, the server's program and where the answers go stand in the environment.
(require 'package)
(package-initialize)
(require 'eglot)
(require 'json)
(unless (require 'yaml-mode nil t) (define-derived-mode yaml-mode text-mode "YAML"))

(add-to-list 'eglot-server-programs `(yaml-mode ,(getenv "NODE") ,(getenv "SERVER") "--stdio"))
(setq eglot-sync-connect 10
      eglot-events-buffer-size 0
      eglot-confirm-server-initiated-edits nil
      flymake-no-changes-timeout 0.1)

(setq-default eglot-workspace-configuration '((:routerfile . (:rules (:csr-missing "off")))))

(defun wait-for (holds)
  "Wait until the function HOLDS gives something, or ten seconds."
  (let ((end (+ (float-time) 10)) found)
    (while (and (not (setq found (funcall holds))) (< (float-time) end))
      (accept-process-output nil 0.05))
    found))

(defun findings () (mapcar (lambda (found) (substring-no-properties (flymake-diagnostic-text found))) (flymake-diagnostics)))

(defun finds (part) (seq-some (lambda (text) (string-match-p (regexp-quote part) text)) (findings)))

(defun ask (method params) (jsonrpc-request (eglot--current-server-or-lose) method params))

(let (heard)
  (find-file (getenv "ROUTER_FILE"))
  (yaml-mode)
  (apply #'eglot--connect (eglot--guess-contact))
  (wait-for #'eglot-current-server)
  (wait-for (lambda () (unless (finds "idleCircuitTimeut") (flymake-start) nil) (finds "idleCircuitTimeut")))
  (push (cons 'findings (vconcat (findings))) heard)
  (goto-char (point-min))
  (search-forward "idleCircuit")
  (push (cons 'hover (plist-get (plist-get (ask :textDocument/hover (eglot--TextDocumentPositionParams)) :contents) :value)) heard)
  (dolist (action (append (ask :textDocument/codeAction (list :textDocument (eglot--TextDocumentIdentifier) :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position)) :context '(:diagnostics []))) nil))
    (when (equal (plist-get action :title) "Rename `idleCircuitTimeut` to `idleCircuitTimeout`")
      (eglot--apply-workspace-edit (plist-get action :edit))))
  (eglot--signal-textDocument/didChange)
  (push (cons 'isMended (if (wait-for (lambda () (flymake-start) (not (finds "idleCircuitTimeut")))) t :json-false)) heard)
  (goto-char (point-max))
  (insert "listeners:\n  - binding: tunnel\n    options:\n      mode: ")
  (eglot--signal-textDocument/didChange)
  (push (cons 'labels (vconcat (all-completions "" (nth 2 (eglot-completion-at-point))))) heard)
  (eglot-format-buffer)
  (push (cons 'text (buffer-substring-no-properties (point-min) (point-max))) heard)
  (eglot--signal-textDocument/didChange)
  (push (cons 'outline (vconcat (mapcar (lambda (item) (plist-get item :name)) (ask :textDocument/documentSymbol (list :textDocument (eglot--TextDocumentIdentifier)))))) heard)
  (with-temp-file (getenv "HEARD") (insert (json-encode heard)))
  (eglot-shutdown (eglot--current-server-or-lose)))
