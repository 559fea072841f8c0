/**
 * Caches the site for offline use, if the browser can. Not for pages of `routerfile ui`: another
 * program may use its port the next time, and no text of a local file may be cached.
 */
if (
  'serviceWorker' in navigator &&
  document.currentScript instanceof HTMLScriptElement &&
  !document.querySelector('meta[name="routerfile-local"]')
)
  navigator.serviceWorker
    .register(new URL('service-worker.js', document.currentScript.src))
    .catch(() => undefined)
