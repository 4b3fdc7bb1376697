import { badgePath } from '@spacekeeper/contract/directory/words.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { escapeMarkup } from '#platform/html.ts'
import { AppError } from '#platform/http/app-error.ts'
import { readSpaceState } from './space-state.ts'

/** Colours on which white is read at 4.5:1. */
const looks = {
  open: { word: 'open', colour: '#1f7a3d' },
  closed: { word: 'closed', colour: '#b02a2a' },
  unknown: { word: 'unknown', colour: '#5c5c5c' },
} as const

const mostLetters = 40

const shorten = (text: string) => {
  const letters = Array.from(text)
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters - 1).join('')}…` : text
}

/** Wide enough for most letters; the text is fitted into it. */
const widthOf = (text: string) => Math.round(Array.from(text).length * 6.6)

const padding = 8

/** A small picture for other sites that says whether the space is open. */
export const drawBadge = ({ name, isOpen }: { name: string; isOpen: boolean | null }): string => {
  const { word, colour } = looks[isOpen === null ? 'unknown' : isOpen ? 'open' : 'closed']
  const title = escapeMarkup(isOpen === null ? `${name}: not known whether it is open` : `${name} is ${word}`)
  const label = shorten(name)
  const [labelWidth, wordWidth] = [widthOf(label), widthOf(word)]
  const split = labelWidth + 2 * padding
  const width = split + wordWidth + 2 * padding
  const text = (input: { at: number; wide: number; words: string }) =>
    `<text x="${input.at + padding}" y="14" textLength="${input.wide}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(input.words)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="round"><rect width="${width}" height="20" rx="3"/></clipPath>`,
    '<g clip-path="url(#round)">',
    `<rect width="${split}" height="20" fill="#444"/>`,
    `<rect x="${split}" width="${width - split}" height="20" fill="${colour}"/>`,
    '</g>',
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" aria-hidden="true">',
    text({ at: 0, wide: labelWidth, words: label }),
    text({ at: split, wide: wordWidth, words: word }),
    '</g></svg>\n',
  ].join('')
}

/** The badge, which no contract has, because its answer is a picture. Other sites show it; it may be a moment old. */
export const serveBadge = (app: FastifyInstance, services: Services) =>
  app.get(badgePath, { config: { isShared: true } }, async (_request, reply) => {
    const settings = await services.settings.all()
    if (!settings.ENABLE_SPACE_DIRECTORY) throw new AppError('directoryOff')
    const { isOpen } = await readSpaceState(services)
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=30')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(drawBadge({ name: settings.SITE_OWNER, isOpen }))
  })
