export { advised } from './advice.js'
export { connect } from './connect.js'
export { connectionFlags } from './flags.js'
