import { answersSchema } from '../../src/generated/answers-schema.js'
import { presets } from '../../src/generate/presets.js'
import { defaultRelease, releaseLines } from '../shared/releases.js'

/** Kinds of fields; an answer's schema determines which one it needs. */
export type FieldKind = 'text' | 'integer' | 'list' | 'choice' | 'choices' | 'switch'

/** An option, with its meaning. */
export type Choice = { value: string; meaning?: string }

/** A field of the form; it sets the answer named `answer`. */
export type Field = {
  answer: string
  label: string
  kind: FieldKind
  choices: readonly Choice[]
  /** Label for no selection, in a word or two. */
  noChoice: string
  /** Explains the answer in a sentence or two. */
  hint: string
  /** An example, or the default. */
  placeholder: string
  /** The flag of `routerfile generate` that sets the answer. */
  flag: string
}

/** Related fields; groups that most routers do not need are collapsed at first. */
export type FieldGroup = { title: string; isOpen: boolean; fields: readonly Field[] }

type FieldText = {
  label: string
  flag: string
  hint?: string
  placeholder?: string
  noChoice?: string
}

/**
 * The groups of the form: the label and flag of each answer, and a hint where the schema's
 * description is too general.
 */
const groups: readonly {
  title: string
  isOpen: boolean
  fields: Readonly<Record<string, FieldText>>
}[] = [
  {
    title: 'Enrollment',
    isOpen: true,
    fields: {
      controllers: {
        label: 'Controllers',
        flag: 'controller',
        placeholder: 'ctrl.example.com:6262',
        hint: 'As HOST:PORT. Not needed if the token names them.',
      },
    },
  },
  {
    title: 'Router',
    isOpen: true,
    fields: {
      preset: {
        label: 'Purpose',
        flag: 'preset',
        hint: 'Chosen from host and token unless set.',
        noChoice: 'Automatic',
      },
      name: {
        label: 'Name',
        flag: 'name',
        placeholder: 'router',
        hint: 'Name of the router and of its files.',
      },
      advertise: {
        label: 'Advertised host',
        flag: 'advertise',
        placeholder: 'router.example.com',
        hint: 'Names or addresses at which clients and other routers reach this router. The certificate covers all of them.',
      },
      target: {
        label: 'Release',
        flag: 'target',
        hint: 'OpenZiti release that will read the file.',
        noChoice: `${defaultRelease} (default)`,
      },
      platform: {
        label: 'Platform',
        flag: 'platform',
        hint: 'Adds the service unit or container file.',
        noChoice: 'None',
      },
    },
  },
  {
    title: 'Ports and protocols',
    isOpen: false,
    fields: {
      protocols: { label: 'Edge protocols', flag: 'protocol' },
      edgePort: { label: 'Edge port', flag: 'edge-port' },
      wssPort: {
        label: 'WebSocket port',
        flag: 'wss-port',
        hint: 'Port for WebSockets if there is also a tls listener. Default: the edge port plus 1.',
      },
      linkPort: {
        label: 'Link port',
        flag: 'link-port',
        hint: 'Port on which other routers connect. It may be the edge port if that is for tls.',
      },
    },
  },
  {
    title: 'Tunneler',
    isOpen: false,
    fields: {
      tunnel: {
        label: 'Tunnel mode',
        flag: 'tunnel',
        hint: 'Mode of the tunneler. Default: depends on the purpose.',
      },
      services: { label: 'Services', flag: 'service', placeholder: 'web:8080' },
      diverter: { label: 'Diverter', flag: 'diverter' },
    },
  },
  {
    title: 'Files',
    isOpen: false,
    fields: {
      comments: {
        label: 'Explain the keys in comments',
        flag: 'comments',
        hint: 'The comments are part of the file.',
      },
      format: { label: 'Format', flag: 'format' },
      fileName: { label: 'File name', flag: 'file-name' },
      identityFolder: { label: 'Identity folder', flag: 'identity-folder' },
    },
  },
]

/** The groups, in the order of the form. */
export const fieldGroups: readonly FieldGroup[] = groups.map(({ title, isOpen, fields }) => ({
  title,
  isOpen,
  fields: Object.entries(fields).map(([answer, text]) => createField(answer, text)),
}))

/** All fields of the groups. */
export const fields: readonly Field[] = fieldGroups.flatMap((group) => group.fields)

function createField(
  answer: string,
  { label, flag, hint, placeholder, noChoice = 'Default' }: FieldText,
): Field {
  const schema = answersSchema.properties?.[answer]
  if (!schema) throw new Error(`there is no answer ${answer}`)
  const { type, enum: words, items, description = '', default: usual } = schema
  const isList = type === 'array'
  const choices = listChoices(
    answer,
    (words ?? items?.enum)?.filter((word) => word !== null),
  )
  return {
    answer,
    label,
    flag: `--${flag}`,
    choices,
    noChoice,
    kind:
      choices.length > 0
        ? isList
          ? 'choices'
          : 'choice'
        : isList
          ? 'list'
          : type === 'integer'
            ? 'integer'
            : type === 'boolean'
              ? 'switch'
              : 'text',
    hint: hint ?? description,
    placeholder: placeholder ?? (typeof usual === 'number' ? String(usual) : ''),
  }
}

/** Returns the options of an answer with their meanings, or the releases; empty if it accepts any text. */
function listChoices(answer: string, words: readonly string[] = []): Choice[] {
  if (answer === 'target')
    return releaseLines.map(({ line, newest, support }) => ({
      value: line,
      meaning: support === 'long-term' ? `${newest}, long-term support` : newest,
    }))
  if (answer === 'preset')
    return Object.entries(presets).map(([value, { summary }]) => ({ value, meaning: summary }))
  return words.map((value) => ({ value }))
}
