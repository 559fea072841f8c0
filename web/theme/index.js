import { h } from 'vue'
import DefaultTheme from 'vitepress/theme-without-fonts'
import ByRelease from './ByRelease.vue'
import ReleaseSwitch from './ReleaseSwitch.vue'
import { guardSearchKeys } from './search-keys.js'
import Tool from './Tool.vue'
import './tokens.css'
import './reference.css'
import './tools.css'

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'nav-bar-content-after': () => h(ReleaseSwitch) }),
  enhanceApp: ({ app }) => {
    app.component('Tool', Tool).component('ByRelease', ByRelease)
    if (!import.meta.env.SSR) guardSearchKeys()
  },
}
