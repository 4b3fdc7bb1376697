import { portalOrigin, sendToPortal } from '#platform/api/transport.ts'

/** Paths of the portal that no file of the app stands at. */
const isOfPortal = (path: string | null): path is string => path !== null && /^\/(?:api|images)\//.test(path)

const load = async (image: HTMLImageElement, path: string) => {
  // Else the phone looks for it among the app's files.
  image.removeAttribute('src')
  image.dataset['of'] = path
  try {
    const response = await sendToPortal(path, { signal: AbortSignal.timeout(60_000) })
    if (!response.ok) throw new Error(`a picture was refused: ${response.status}`)
    const content = await response.blob()
    if (image.dataset['of'] !== path) return
    const address = URL.createObjectURL(content)
    image.addEventListener('load', () => URL.revokeObjectURL(address), { once: true })
    image.src = address
  } catch {
    image.dispatchEvent(new Event('error'))
  }
}

const look = (node: Node) => {
  if (!(node instanceof Element)) return
  const images = node instanceof HTMLImageElement ? [node] : node.querySelectorAll('img')
  for (const image of images) {
    const path = image.getAttribute('src')
    if (isOfPortal(path)) void load(image, path)
  }
}

/**
 * Pictures stand in pages by their path at the portal, as the API gives it. From the app they are fetched there, with the
 * token that many of them need. Answers with what ends it.
 */
export const watchPictures = (): (() => void) => {
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') look(target)
      else for (const node of addedNodes) look(node)
    }
  })
  observer.observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['src'],
  })
  return () => observer.disconnect()
}

type LinkTargets = {
  openOutside: (url: string) => Promise<void>
  shareFile: (file: { name: string; content: Blob }) => Promise<void>
}

const nameIn = (path: string) =>
  path
    .split(/[?#]/, 1)[0]
    ?.split('/')
    .findLast((part) => part !== '') ?? 'file'

const follow = async (path: string, { openOutside, shareFile }: LinkTargets) => {
  // These are for everyone; all else under the API needs the token, which a browser does not have.
  if (path.startsWith('/images/') || path.startsWith('/api/docs')) return openOutside(portalOrigin() + path)
  const response = await sendToPortal(path, { signal: AbortSignal.timeout(60_000) })
  if (response.ok) await shareFile({ name: nameIn(path), content: await response.blob() })
}

/** Links to what the portal serves itself, and no page of it: they lead out of the app, or to a file. */
export const watchLinks = (targets: LinkTargets): (() => void) => {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    const path = link?.getAttribute('href') ?? null
    if (!isOfPortal(path)) return
    event.preventDefault()
    void follow(path, targets)
  }
  document.addEventListener('click', onClick, { capture: true })
  return () => document.removeEventListener('click', onClick, { capture: true })
}
