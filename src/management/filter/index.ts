export type {
  BooleanField,
  Contained,
  Count,
  DateField,
  Entry,
  Equal,
  FieldOf,
  Listed,
  MapField,
  Members,
  NumberField,
  Ordered,
  Ranged,
  SetField,
  TextField,
} from './field.js'
export { anyFields, type Fields, fields, type Symbols } from './fields.js'
export { every, type Filter, some } from './filter.js'
export { filterText, type Query, type Sort, type Sortable, where } from './query.js'
