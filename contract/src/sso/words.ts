import { readUrl } from '../read-url.ts'

/** The origins in a list of addresses such as `https://forum.example.org https://talk.example.org`; null where one is none. */
export const sitesIn = (text: string): string[] | null => {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const origins = words.map((word) => {
    const url = readUrl(word)
    const isSite = url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === ''
    return isSite && url.pathname === '/' ? url.origin : null
  })
  return origins.every((origin) => origin !== null) ? origins : null
}

export const isSiteList = (text: string): boolean => sitesIn(text) !== null
