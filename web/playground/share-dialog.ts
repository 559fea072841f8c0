import { copyText } from '../shared/copy.js'
import { createElement, renderSentence } from '../shared/dom.js'
import { isServedLocally } from '../shared/local-folder.js'
import { toPublicAddress } from '../shared/public-address.js'
import type { Settings } from './settings.js'
import { withoutSecretValues } from './settings.js'
import { toFragment, withoutSecrets } from './share.js'
import type { Workbench } from './workbench.js'

type ShareOptions = {
  base: string
  release: string
  settings: Settings
  root: ShadowRoot
  announce: (message: string) => void
}

/**
 * Puts all files, without their secrets, into the page's address, and shows the address in a dialog for copying. A page
 * of `routerfile ui` shows an address on the published site instead, if there is such a site.
 */
export async function share(
  workbench: Workbench,
  { base, release, settings, root, announce }: ShareOptions,
): Promise<void> {
  const { files, hidden } = withoutSecrets(workbench.readFiles())
  try {
    history.replaceState(
      history.state,
      '',
      await toFragment({ files, release, settings: withoutSecretValues(settings) }),
    )
  } catch {
    announce('The files are too large for a link. Download them instead.')
    return
  }
  const publicLink = isServedLocally() ? toPublicAddress(location, base) : location.href
  const link = publicLink ?? location.href
  const field = createElement('input', { type: 'text', readonly: true, value: link, id: 'link' })
  const copied = await copyText(link)
  const dialog = createElement(
    'dialog',
    { 'aria-labelledby': 'link-title', onclose: () => dialog.remove() },
    createElement('h2', { id: 'link-title' }, 'Link to these files'),
    createElement(
      'p',
      {},
      'The files are in the link itself, compressed. They are sent to nobody but those who get the link.',
    ),
    publicLink === undefined &&
      createElement(
        'p',
        { class: 'warning' },
        ...renderSentence(
          'The link works on this machine only, while `routerfile ui` runs. Send others the files themselves.',
        ),
      ),
    hidden > 0 &&
      createElement(
        'p',
        { class: 'warning' },
        hidden === 1
          ? 'One secret was replaced by … in the link. Your files keep it.'
          : `${hidden} secrets were replaced by … in the link. Your files keep them.`,
      ),
    createElement('label', { for: 'link' }, 'Link'),
    field,
    createElement(
      'p',
      { class: 'facts' },
      copied ? 'It is in the clipboard.' : 'Copy it from the field.',
    ),
    createElement(
      'form',
      { method: 'dialog' },
      createElement('button', { type: 'submit', class: 'primary' }, 'Done'),
    ),
  )
  root.append(dialog)
  dialog.showModal()
  field.select()
}
