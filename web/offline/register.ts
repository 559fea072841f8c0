/**
 * Keeps the site for times without a network, where the browser can. What `routerfile ui` serves needs none: its port may be
 * that of another program the next time, and no text of a local file is to be kept.
 */
if (
  'serviceWorker' in navigator &&
  document.currentScript instanceof HTMLScriptElement &&
  !document.querySelector('meta[name="routerfile-local"]')
)
  navigator.serviceWorker
    .register(new URL('service-worker.js', document.currentScript.src))
    .catch(() => undefined)
