/** Keeps the site for times without a network, where the browser can. */
if ('serviceWorker' in navigator && document.currentScript instanceof HTMLScriptElement)
  navigator.serviceWorker
    .register(new URL('service-worker.js', document.currentScript.src))
    .catch(() => undefined)
