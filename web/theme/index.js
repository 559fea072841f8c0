import { useRoute } from 'vitepress'
import { defineAsyncComponent, h } from 'vue'
import DefaultTheme from 'vitepress/theme-without-fonts'
import ByRelease from './ByRelease.vue'
import ReleaseStrip from './ReleaseStrip.vue'
import ReleaseSwitch from './ReleaseSwitch.vue'
import { keepPageOnBack } from './back.js'
import { healOnClick } from './heal.js'
import { askBeforeLosingStoredEdits } from './leave.js'
import { guardSearchKeys } from './search-keys.js'
import NotFound from './NotFound.vue'
import { markPlace } from './sidebar.js'
import Tool from './Tool.vue'
import './tokens.css'
import './front.css'
import './reference.css'
import './tools.css'

export default {
  extends: DefaultTheme,
  Layout: {
    setup() {
      markPlace(useRoute())
      return () =>
        h(DefaultTheme.Layout, null, {
          'nav-bar-content-after': () => h(ReleaseSwitch),
          'not-found': () => h(NotFound),
        })
    },
  },
  enhanceApp: ({ app, router }) => {
    app
      .component('Tool', Tool)
      .component('ByRelease', ByRelease)
      .component('ReleaseStrip', ReleaseStrip)

    // Components that only a few pages use are loaded on demand.
    app
      .component(
        'RuleFilter',
        defineAsyncComponent(() => import('./RuleFilter.vue')),
      )
      .component(
        'EditHere',
        defineAsyncComponent(() => import('./EditHere.vue')),
      )
    if (import.meta.env.SSR) return
    keepPageOnBack(router)
    guardSearchKeys()
    askBeforeLosingStoredEdits()
    healOnClick()
  },
}
