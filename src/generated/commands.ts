// Made by `npm run derive`; do not edit.
import type { CommandEntry } from '../cli/command.js'
import { lint } from '../cli/commands/lint.js'

const others = () => import('./others.js')

/** Every command; the first runs where none is named. */
export const commands: readonly [CommandEntry, ...CommandEntry[]] = [
  {
    name: "lint",
    usage: "[FILE|FOLDER|GLOB|-]...",
    summary: "say what the router would do with files (the default command)",
    load: () => lint,
  },
  {
    name: "fix",
    usage: "[FILE|FOLDER|GLOB|-]...",
    summary: "the same, and fix what can be fixed (lint --fix)",
    load: async () => (await others()).fix,
  },
  {
    name: "api",
    usage: "[OPERATION] [ID]...",
    summary: "send requests to the management API of a controller; alone, list the operations",
    load: async () => (await import('../cli/commands/api.js')).api,
  },
  {
    name: "completion",
    usage: "bash|zsh|fish",
    summary: "print a script that lets the shell complete commands, flags and their values",
    load: async () => (await others()).completion,
  },
  {
    name: "effective",
    usage: "FILE",
    summary: "print every value that the router uses, and where it comes from",
    load: async () => (await others()).effective,
  },
  {
    name: "explain",
    usage: "KEY|RULE",
    summary: "say what a key means, by its path or its name, or what a rule finds",
    load: async () => (await others()).explain,
  },
  {
    name: "generate",
    usage: "[-o FILE]",
    summary: "make the file of a router, or of many, from an enrollment token, answers, a list or records, or hold files against records",
    load: async () => (await import('../cli/commands/generate.js')).generate,
  },
  {
    name: "language-server",
    usage: "[--stdio]",
    summary: "serve editors",
    load: async () => (await others()).languageServer,
  },
  {
    name: "rules",
    usage: "",
    summary: "list the rules of the linter",
    load: async () => (await others()).rules,
  },
  {
    name: "schema",
    usage: "",
    summary: "print the JSON Schema of the file, for editors",
    load: async () => (await others()).schema,
  },
  {
    name: "serve",
    usage: "--data FOLDER",
    summary: "serve the management API from records of this machine, for trials and tests",
    load: async () => (await others()).serve,
  },
  {
    name: "targets",
    usage: "",
    summary: "list the releases that can be targeted",
    load: async () => (await others()).targets,
  },
  {
    name: "upgrade",
    usage: "FILE... --from RELEASE",
    summary: "say what another release makes of files, and what to do",
    load: async () => (await others()).upgrade,
  },
]
