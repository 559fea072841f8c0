import DefaultTheme from 'vitepress/theme-without-fonts'
import Tool from './Tool.vue'
import './tools.css'

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component('Tool', Tool),
}
