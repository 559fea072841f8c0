import { formatCount } from '../../src/document/words.js'
import { summarizeMesh } from '../../src/mesh/summary.js'
import { readChosen, readDropped } from '../shared/chosen-files.js'
import { createElement, renderSentence } from '../shared/dom.js'
import { takeDrops } from '../shared/drops.js'
import type { OpenedFile } from '../shared/opened-file.js'
import type { ReadFiles, ReadLimits } from '../shared/read-files.js'
import { defaultRelease, releaseLines } from '../shared/releases.js'
import { adoptStyle } from '../shared/style.js'
import shared from '../shared/tool-page.css'
import type { Mount } from '../shared/tool.js'
import { openPage, visit } from '../shared/visit.js'
import { linkWorker } from '../shared/worker-link.js'
import { createDetails } from './details.js'
import type { Choice } from './figure.js'
import { createFigure } from './figure.js'
import css from './mesh.css'
import type { MeshQuestion, PlacedMesh } from './placed-mesh.js'
import { samples } from './samples.js'
import { createTables } from './tables.js'

/** Reports of large networks are larger than router files. */
const limits: ReadLimits = {
  maxFiles: 1000,
  maxSize: 50_000_000,
  maxTotal: 50_000_000,
  isReplacing: true,
  names: /\.(?:ya?ml|json)$/i,
  remedy: 'Use `routerfile mesh` for larger networks.',
}

/** What was on the page when it was left: it is there again when somebody comes back from another page. */
const left: { files: readonly OpenedFile[]; disabled: readonly string[]; release: string } = {
  files: [],
  disabled: [],
  release: '',
}

export const mount: Mount = (root, { base }) => {
  const removeStyle = adoptStyle(shared, css)
  const edited = new Map(visit.edited?.map((file) => [file.name, file]))
  let files = left.files.map((file) => edited.get(file.name) ?? file)
  const disabled = new Set(left.disabled)
  let shown: PlacedMesh | undefined
  const status = createElement('p', { class: 'status', role: 'status' })
  const notice = createElement('div', { class: 'notice', role: 'alert' })
  const release = createReleaseSelect(() => read())
  release.value = left.release
  const figure = createFigure((choice) => choose(choice))
  const details = createDetails({
    onRouter: (name) => chooseRouter(name),
    onDisable: (name, isDisabled) => {
      if (isDisabled) disabled.add(name)
      else disabled.delete(name)
      read()
    },
    isDisabled: (name) => disabled.has(name),
    onEdit: (name, line) => {
      visit.handover = { files, place: { name, line }, release: getRelease() }
      openPage(`${base}playground/`)
    },
  })
  const tables = createTables({
    onRouter: (name) => chooseRouter(name),
    onLink: (index) => {
      const line = shown?.lines.find(({ links }) => links.includes(index))
      choose(line && { line })
      details.element.scrollIntoView({ block: 'nearest' })
    },
  })
  const list = createElement('ul', { class: 'files', 'aria-label': 'Files in the picture' })
  const network = createElement(
    'div',
    { class: 'network' },
    createElement('div', { class: 'columns' }, figure.element, details.element),
    tables.element,
  )
  const fileList = createElement(
    'section',
    { hidden: true },
    createElement('h2', {}, 'Files'),
    list,
  )
  let chosen: Choice
  const choose = (choice: Choice): void => {
    chosen = choice
    figure.choose(choice)
    if (shown) details.show(choice, shown, files)
  }
  const chooseRouter = (name: string): void => {
    const router = shown?.routers.find((other) => other.name === name)
    choose(router && { router })
  }
  const link = linkWorker<MeshQuestion, PlacedMesh>(`${base}tools/mesh-worker.js`, () => {
    status.textContent = ''
    notice.replaceChildren(
      createRefusal('These files took too long and were left; `routerfile mesh` has no limit.'),
    )
  })
  const show = (mesh: PlacedMesh): void => {
    shown = mesh
    if (readings === 0) status.textContent = describe(mesh)
    notice.replaceChildren(...createRefusals([...refusals, ...mesh.refused]))
    network.hidden = mesh.routers.length === 0
    figure.show(mesh)
    tables.show(mesh)
    if (chosen && 'router' in chosen) chooseRouter(chosen.router.name)
    else choose(undefined)
  }
  let refusals: string[] = []
  const read = (): void => {
    status.textContent = `Reading ${formatCount(files.length, 'file')} …`
    fileList.hidden = files.length === 0
    list.replaceChildren(...files.map(({ name }) => createFileEntry(name)))
    link.ask({ files, options: { target: getRelease(), disabled: [...disabled] } }, show)
  }
  const getRelease = (): string | undefined => (release.value === '' ? undefined : release.value)
  const createFileEntry = (name: string): HTMLElement =>
    createElement(
      'li',
      {},
      name,
      ' ',
      createElement(
        'button',
        {
          type: 'button',
          'aria-label': `Remove ${name}`,
          onclick: () => replaceFiles(files.filter((file) => file.name !== name)),
        },
        'Remove',
      ),
    )
  const replaceFiles = (next: readonly OpenedFile[]): void => {
    files = [...next]
    read()
  }
  /** How many times files are being read from the disk. */
  let readings = 0
  const addFiles = async (reading: Promise<ReadFiles>): Promise<void> => {
    status.textContent = 'Reading …'
    readings += 1
    const { files: added, refused } = await reading
    readings -= 1
    refusals = refused
    const names = new Set(added.map(({ name }) => name))
    replaceFiles([...files.filter(({ name }) => !names.has(name)), ...added])
  }
  const input = createElement('input', {
    type: 'file',
    multiple: true,
    class: 'hidden-input',
    accept: '.yml,.yaml,.json',
    onchange: () => {
      const given = [...(input.files ?? [])]
      input.value = ''
      void addFiles(readChosen(given, limits, files))
    },
  })
  network.hidden = true
  root.replaceChildren(
    createElement(
      'div',
      { class: 'tool-page mesh' },
      createElement(
        'header',
        {},
        createElement('h1', {}, 'Links between routers'),
        createElement(
          'p',
          {},
          'Drop the files of several routers, a folder of them, or what ',
          createElement('code', {}, 'routerfile mesh --live --format json'),
          ' wrote: see who links with whom, over which protocol, and why others do not. Nothing leaves this page.',
        ),
        createElement(
          'div',
          { class: 'actions' },
          createElement('label', { class: 'button primary' }, input, 'Open files'),
          ...samples.map(({ title, files: create }) =>
            createElement(
              'button',
              {
                type: 'button',
                onclick: () => {
                  refusals = []
                  disabled.clear()
                  chosen = undefined
                  replaceFiles(create())
                },
              },
              title,
            ),
          ),
          createElement('label', { class: 'release' }, 'Release', release),
        ),
      ),
      status,
      notice,
      network,
      fileList,
    ),
  )
  const stopDrops = takeDrops((dropped) => void addFiles(readDropped(dropped, limits, files)))
  if (files.length > 0) read()
  return () => {
    Object.assign(left, { files, disabled: [...disabled], release: release.value })
    stopDrops()
    link.stop()
    removeStyle()
    root.replaceChildren()
  }
}

const createReleaseSelect = (onChange: () => void): HTMLSelectElement =>
  createElement(
    'select',
    { onchange: onChange },
    createElement('option', { value: '' }, `Default – ${defaultRelease}`),
    ...releaseLines.map(({ line, newest }) =>
      createElement('option', { value: line }, `${line} – ${newest}`),
    ),
  )

/** More refusals are counted. */
const maxRefusals = 20

const createRefusals = (refusals: readonly string[]): HTMLElement[] => [
  ...refusals.slice(0, maxRefusals).map(createRefusal),
  ...(refusals.length > maxRefusals
    ? [createRefusal(`And ${refusals.length - maxRefusals} more.`)]
    : []),
]

const createRefusal = (text: string): HTMLElement => createElement('p', {}, ...renderSentence(text))

/** The network in a sentence or two. */
function describe(mesh: PlacedMesh): string {
  const { routers, parts, realCount, links } = mesh
  const joined = parts.filter((part) => part.length > 1)
  const alone = parts.filter((part) => part.length === 1)
  const differing = links.filter(({ state }) => state === 'missing' || state === 'unexpected')
  return [
    summarizeMesh(mesh, 'There are no router files.'),
    ...(joined.length > 1 ? [`The network falls into ${joined.length} parts.`] : []),
    ...(routers.length > 1 && alone.length > 0
      ? [`${formatCount(alone.length, 'router')} without a certain link.`]
      : []),
    ...(realCount === undefined
      ? []
      : [
          `${formatCount(realCount, 'link')} up: ${differing.length === 0 ? 'as predicted' : `${differing.length} ${differing.length === 1 ? 'differs' : 'differ'}`}.`,
        ]),
  ].join(' ')
}
