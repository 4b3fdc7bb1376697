import { sayCount } from '@spacekeeper/contract/formatters.ts'
import type { Standing } from '@spacekeeper/contract/members/shapes.ts'
import { sendToPortal } from '#platform/api/transport.ts'
import { formatIdDate, formatMoment } from '#platform/i18n/format.ts'
import { readKept } from '#platform/session/kept.ts'
import { qrPath } from '#platform/ui/qr-path.ts'
import { ageOf, isOwnerFresh } from './code-age.ts'
import { idText } from './id-text.ts'
import { isKeptCode, type KeptCode, keptName, type KeptOwner } from './kept-id.ts'
import { offlineText } from './offline-text.ts'

// The script of offline.html: plain, because nothing of the portal may be there. It shows the digital ID that the
// browser keeps for its member, and opens the portal as soon as that can be reached.

const lookAgainMs = 5000
const askAgainMs = 10_000

type OfflineContent = Node | string
const make = (tag: string, props: Record<string, string>, ...children: OfflineContent[]): HTMLElement => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

const fill = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

const svgNamespace = 'http://www.w3.org/2000/svg'

const drawCode = (address: string): SVGElement => {
  const { size, path } = qrPath(address)
  const svg = document.createElementNS(svgNamespace, 'svg')
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`)
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', idText.qr)
  const squares = document.createElementNS(svgNamespace, 'path')
  squares.setAttribute('d', path)
  squares.setAttribute('fill', '#000000')
  svg.append(squares)
  return svg
}

const ageText = (minutes: number): string => {
  if (minutes === 0) return idText.age_zero
  return fill(sayCount(minutes, { one: idText.age_one, other: idText.age_other }), { count: minutes })
}

const codePart = (kept: KeptCode, now: number): HTMLElement => {
  const age = ageOf({ ...kept, now })
  if (age.isOver)
    return make(
      'div',
      { class: 'code' },
      make('strong', {}, idText.ranOut),
      make('p', { class: 'dim' }, idText.ranOutText),
    )
  const left = fill(sayCount(age.minutesLeft, { one: idText.left_one, other: idText.left_other }), {
    count: age.minutesLeft,
  })
  return make(
    'div',
    { class: 'code' },
    drawCode(kept.code.url),
    make('p', { class: 'dim' }, `${ageText(age.minutesOld)} ${left}`),
  )
}

const pair = (name: string, value: string): OfflineContent[] => [make('dt', {}, name), make('dd', {}, value)]

const standingWord = (standing: Standing): string => idText[standing]

const ownerPart = (owner: KeptOwner, memberId: number): HTMLElement => {
  const { name, standing, memberSince, registeredAt, suspendedSince } = owner
  const since = memberSince
    ? pair(idText.memberSince, formatIdDate(memberSince))
    : pair(idText.registered, formatIdDate(registeredAt))
  const suspended = suspendedSince === null ? [] : pair(idText.suspendedSince, formatIdDate(suspendedSince))
  return make(
    'div',
    { class: 'head' },
    make('h2', {}, idText.digitalId),
    make('p', { class: 'name' }, name),
    make('p', {}, standingWord(standing)),
    make('dl', {}, ...pair(idText.memberNumber, String(memberId)), ...since, ...suspended),
  )
}

type OfflineParts = { sentence: string; card: HTMLElement | null; asOf: string | null }

/** What can be shown of what the browser keeps. */
const partsOf = (kept: unknown, now: number): OfflineParts => {
  if (!isKeptCode(kept) || !kept.owner) return { sentence: offlineText.noId, card: null, asOf: null }
  const { owner } = kept
  if (!isOwnerFresh({ asOf: owner.asOf, now })) return { sentence: offlineText.tooOld, card: null, asOf: null }
  return {
    sentence: offlineText.text,
    card: make('section', { class: 'card' }, ownerPart(owner, kept.memberId), codePart(kept, now)),
    asOf: fill(offlineText.asOf, { moment: formatMoment(owner.asOf) }),
  }
}

/** Draws the page anew, with the ages as they are now. */
// oxlint-disable-next-line eslint/no-restricted-properties -- compared with a time that was kept
export const drawOffline = (place: HTMLElement, now = Date.now()): void => {
  const { sentence, card, asOf } = partsOf(readKept(keptName), now)
  const again = make('button', { type: 'button' }, offlineText.again)
  again.addEventListener('click', () => location.reload())
  place.replaceChildren(
    make('h1', {}, offlineText.title),
    make('p', {}, sentence),
    ...(card ? [card] : []),
    ...(asOf === null ? [] : [make('p', { class: 'dim' }, asOf)]),
    make('p', { class: 'dim' }, offlineText.soon),
    again,
  )
}

/** The address is still the one that was asked for. */
const openIfThere = async () => {
  const isThere = await sendToPortal('/api/config/', { cache: 'no-store', signal: AbortSignal.timeout(15_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isThere) location.reload()
}

const place = document.getElementById('offline')
if (place) {
  document.title = offlineText.title
  drawOffline(place)
  setInterval(() => {
    // A member who is at the button keeps it.
    if (!place.contains(document.activeElement)) drawOffline(place)
  }, lookAgainMs)
  setInterval(() => void openIfThere(), askAgainMs)
  window.addEventListener('online', () => void openIfThere())
}
