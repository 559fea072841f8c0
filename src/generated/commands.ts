// Made by `npm run derive`; do not edit.
import type { CommandEntry } from '../cli/command.js'
import { lint } from '../cli/commands/lint.js'

const others = () => import('./others.js')

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
    load: async () => (await others()).fix,
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
    load: async () => (await others()).completion,
  },
  {
    name: "diff",
    usage: "A B",
    summary: "compare what the router does with two versions of a file",
    load: async () => (await others()).diff,
  },
  {
    name: "drift",
    usage: "[FILE|FOLDER|GLOB]...",
    summary: "compare config files with what routers run",
    load: async () => (await others()).drift,
  },
  {
    name: "effective",
    usage: "FILE",
    summary: "print every value that the router uses, and its origin",
    load: async () => (await others()).effective,
  },
  {
    name: "explain",
    usage: "KEY|RULE",
    summary: "explain a key of the router config file, or a rule",
    load: async () => (await others()).explain,
  },
  {
    name: "fmt",
    usage: "[FILE|FOLDER|GLOB|-]...",
    summary: "format files: indentation, spaces and blank lines",
    load: async () => (await others()).fmt,
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
    load: async () => (await others()).languageServer,
  },
  {
    name: "merge",
    usage: "BASE SITE...",
    summary: "combine a router config file with the changes of a site",
    load: async () => (await others()).merge,
  },
  {
    name: "mesh",
    usage: "[FILE|FOLDER|GLOB|-]...",
    summary: "show which routers link with each other, and why others do not",
    load: async () => (await others()).mesh,
  },
  {
    name: "pull",
    usage: "-o PATTERN",
    summary: "write what routers run as config files",
    load: async () => (await others()).pull,
  },
  {
    name: "rules",
    usage: "",
    summary: "list the rules",
    load: async () => (await others()).rules,
  },
  {
    name: "schema",
    usage: "",
    summary: "print the JSON Schema of the router config file",
    load: async () => (await others()).schema,
  },
  {
    name: "serve",
    usage: "--data FOLDER",
    summary: "run a local management API for trials and tests",
    load: async () => (await others()).serve,
  },
  {
    name: "targets",
    usage: "",
    summary: "list the releases for --target",
    load: async () => (await others()).targets,
  },
  {
    name: "upgrade",
    usage: "FILE... --from RELEASE",
    summary: "show what changes with another release, and what to do",
    load: async () => (await others()).upgrade,
  },
]
