/** The server in one script for both hosts, which share most of it. */
void ('importScripts' in globalThis
  ? import('../../../server/browser.js')
  : import('../../../server/language-server.js'))
