export { connect } from './connect.js'
