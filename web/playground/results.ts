import { keepRelease } from '../shared/kept-release.js'
import type { CheckOptions } from './check-options.js'
import { createFindingsList } from './findings-list.js'
import { createFixButton } from './fix-button.js'
import type { ProposedFix } from './fixes.js'
import type { OpenFile } from './open-files.js'
import { createEffectivePanel } from './panels/effective.js'
import { createExplainPanel } from './panels/explain.js'
import { createLinksPanel } from './panels/links.js'
import type { Panel, PanelContext } from './panels/panel.js'
import { createSettingsPanel } from './panels/settings.js'
import { createUpgradePanel } from './panels/upgrade.js'
import { createTabs } from './tabs.js'
import { createValuesFile, findTemplates, findValues } from './template-values.js'
import { createVerdict } from './verdict.js'
import type { Workbench } from './workbench.js'

/** Pause after a change before the verdict and the visible panel are updated, in milliseconds. */
const updateDelay = 250

/** The results for the file in the editor. */
export type Results = {
  findings: HTMLElement
  fixes: HTMLElement
  /** Opens the dialog with the given fixes. */
  openFixes: (fixes: readonly ProposedFix[]) => void
  verdict: HTMLElement
  tabs: ReturnType<typeof createTabs>
  /** Shows the results of a check. */
  show: () => void
  /** Updates the visible panel: at once for another file or release, after a pause for edits. */
  followEditor: () => void
  /** Updates the verdict and the visible panel after the release or the settings changed. */
  followOptions: () => void
  stop: () => void
}

type ResultsOptions = {
  root: ShadowRoot
  base: string
  workbench: Workbench
  checkOptions: CheckOptions
  goToLine: (line: number) => void
  announce: (message: string) => void
  /** Called when another tab is shown. */
  onTab: () => void
  /** Called when the user changes the settings. */
  onSettings: () => void
}

export function createResults(options: ResultsOptions): Results {
  const { root, workbench, announce } = options
  const context = createPanelContext(options)
  const findings = createFindings(options)
  const fixes = createFixButton(workbench, { root, countHidden: findings.countHidden, announce })
  const verdict = createFollowingVerdict(context, options.checkOptions)
  const panels = createFollowingPanels(context, options)
  return {
    findings: findings.element,
    fixes: fixes.element,
    openFixes: fixes.open,
    verdict: verdict.element,
    tabs: panels.tabs,
    show: () => {
      findings.show(workbench.getFile())
      fixes.show()
      verdict.follow()
      panels.follow()
    },
    followEditor: panels.follow,
    followOptions: () => {
      panels.follow()
      verdict.follow()
    },
    stop: () => {
      panels.stop()
      verdict.stop()
    },
  }
}

function createPanelContext(options: ResultsOptions): PanelContext {
  const { workbench, goToLine, announce } = options
  const { releases } = options.checkOptions
  return {
    call: workbench.call,
    getFile: workbench.getFile,
    listFiles: workbench.listFiles,
    readValues: (file) =>
      file.kind === 'template'
        ? findValues(file, workbench.listFiles())?.doc.toString()
        : undefined,
    listReleases: releases.list,
    getRelease: releases.get,
    getPosition: () => {
      const { state } = workbench.view
      const { number, from } = state.doc.lineAt(state.selection.main.head)
      return { line: number - 1, character: state.selection.main.head - from }
    },
    goToLine,
    replaceMade: (madeOf, text) => {
      const isReplaced = workbench.replaceMade(madeOf, text)
      if (isReplaced) workbench.view.focus()
      return isReplaced
    },
    toAddress: (target) => (/^https?:\/\//.test(target) ? target : undefined),
    announce,
  }
}

function createFindings({ base, workbench, checkOptions, announce }: ResultsOptions) {
  return createFindingsList(
    {
      goTo: ({ from }) => workbench.goTo(from),
      apply: workbench.applyFix,
      toRulePage: (rule) => `${base}rules/${rule}.html`,
      formatRelease: checkOptions.releases.get,
      listTemplates: (file) => findTemplates(file, workbench.listFiles()),
      addValues: ({ doc }) => {
        workbench.open([createValuesFile(doc.toString())], false)
        workbench.view.focus()
        announce('Fill in the values: the template is checked with them.')
      },
      openRendered: ({ name }, text) => {
        workbench.open(
          [{ name: name.replace(/(?:\.ya?ml)?(?:\.\w+)?$/, '.rendered.yml'), text }],
          false,
        )
        workbench.view.focus()
      },
    },
    'routerfile-findings-filter',
  )
}

/** Creates the verdict, which is updated after a pause. */
function createFollowingVerdict(context: PanelContext, { releases }: CheckOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const verdict = createVerdict({
    ...context,
    chooseRelease: (line) => {
      keepRelease(line)
      releases.choose(line)
    },
  })
  return {
    element: verdict.element,
    follow: () => {
      verdict.follow()
      clearTimeout(timer)
      timer = setTimeout(verdict.update, updateDelay)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Creates the panels; only the visible one is updated. */
function createFollowingPanels(
  context: PanelContext,
  { workbench, checkOptions, onTab, onSettings }: ResultsOptions,
) {
  const panels: Panel[] = [
    createEffectivePanel(context),
    createUpgradePanel(context),
    createExplainPanel(context),
    createSettingsPanel(context, {
      getSettings: checkOptions.getSettings,
      change: (changed) => {
        checkOptions.setSettings(changed)
        checkOptions.apply()
        onSettings()
      },
    }),
    createLinksPanel(context),
  ]
  let visible: Panel | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The file and the release that the visible panel shows. */
  const followed: { file: OpenFile | undefined; release: string } = { file: undefined, release: '' }
  const update = (): void => visible?.update()
  const follow = (): void => {
    clearTimeout(timer)
    // No file is open while the page is being created.
    const file = workbench.listFiles().length > 0 ? workbench.getFile() : undefined
    const release = context.getRelease()
    const isOther = file !== followed.file || release !== followed.release
    Object.assign(followed, { file, release })
    if (file && isOther) update()
    else timer = setTimeout(update, updateDelay)
  }
  const tabs = createTabs(
    'About the file',
    panels.map((panel) => ({
      title: panel.title,
      element: panel.element,
      onShow: () => {
        visible = panel
        follow()
        onTab()
      },
    })),
  )
  return { tabs, follow, stop: () => clearTimeout(timer) }
}
