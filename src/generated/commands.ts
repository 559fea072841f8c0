// Made by `npm run derive`; do not edit.
import type { CommandEntry } from '../cli/command.js'
import { languageServer } from '../cli/commands/language-server.js'
import { lint } from '../cli/commands/lint.js'

/** Every command; the first runs where none is named. */
export const commands: readonly [CommandEntry, ...CommandEntry[]] = [
  {
    name: "lint",
    usage: "[FILE|FOLDER|GLOB|-]...",
    summary: "check router config files (default)",
    load: () => lint,
  },
  {
    name: "fix",
    usage: "[FILE|FOLDER|GLOB|-]...",
    summary: "check files and apply safe fixes",
    load: async () => (await import('../cli/commands/fix.js')).fix,
  },
  {
    name: "api",
    usage: "[OPERATION] [ID]...",
    summary: "call the management API of a controller",
    load: async () => (await import('../cli/commands/api.js')).api,
  },
  {
    name: "completion",
    usage: "bash|zsh|fish",
    summary: "print a completion script for the shell",
    load: async () => (await import('../cli/commands/completion.js')).completion,
  },
  {
    name: "diff",
    usage: "A B",
    summary: "compare what the router does with two versions of a file",
    load: async () => (await import('../cli/commands/diff.js')).diff,
  },
  {
    name: "drift",
    usage: "[FILE|FOLDER|GLOB]...",
    summary: "compare config files with what routers run",
    load: async () => (await import('../cli/commands/drift.js')).drift,
  },
  {
    name: "effective",
    usage: "FILE|FILE#PART",
    summary: "print every value that the router uses, and its origin",
    load: async () => (await import('../cli/commands/effective.js')).effective,
  },
  {
    name: "explain",
    usage: "KEY|RULE|WORD... [FILE]",
    summary: "explain a key of the router config file or a rule, or search for one",
    load: async () => (await import('../cli/commands/explain.js')).explain,
  },
  {
    name: "fmt",
    usage: "[FILE|FOLDER|GLOB|-]...",
    summary: "format files: indentation, spaces and blank lines",
    load: async () => (await import('../cli/commands/fmt.js')).fmt,
  },
  {
    name: "generate",
    usage: "[-o FILE]",
    summary: "create router config files, or check them against records",
    load: async () => (await import('../cli/commands/generate.js')).generate,
  },
  {
    name: "language-server",
    usage: "[--stdio]",
    summary: "run the language server for editors",
    load: () => languageServer,
  },
  {
    name: "merge",
    usage: "BASE SITE...",
    summary: "combine a router config file with the changes of a site",
    load: async () => (await import('../cli/commands/merge.js')).merge,
  },
  {
    name: "mesh",
    usage: "[FILE|FOLDER|GLOB|-]...",
    summary: "show which routers link with each other, and why others do not",
    load: async () => (await import('../cli/commands/mesh.js')).mesh,
  },
  {
    name: "pull",
    usage: "-o PATTERN",
    summary: "write what routers run as config files",
    load: async () => (await import('../cli/commands/pull.js')).pull,
  },
  {
    name: "rules",
    usage: "",
    summary: "list the rules",
    load: async () => (await import('../cli/commands/rules.js')).rules,
  },
  {
    name: "schema",
    usage: "",
    summary: "print the JSON Schema of the router config file",
    load: async () => (await import('../cli/commands/schema.js')).schema,
  },
  {
    name: "serve",
    usage: "--data FOLDER",
    summary: "run a local management API for trials and tests",
    load: async () => (await import('../cli/commands/serve.js')).serve,
  },
  {
    name: "targets",
    usage: "",
    summary: "list the releases for --target",
    load: async () => (await import('../cli/commands/targets.js')).targets,
  },
  {
    name: "ui",
    usage: "[FOLDER]",
    summary: "open router config files in a browser, with the documentation",
    load: async () => (await import('../cli/commands/ui.js')).ui,
  },
  {
    name: "upgrade",
    usage: "FILE... --from RELEASE",
    summary: "show what changes with another release, and what to do",
    load: async () => (await import('../cli/commands/upgrade.js')).upgrade,
  },
]
