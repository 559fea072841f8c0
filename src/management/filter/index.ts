export { anyFields, type Fields, fields, type Symbols } from './fields.js'
export { every, type Filter, some } from './filter.js'
export { filterText, type Sort, where } from './query.js'
