import type { StripeOperation, StripePage } from './part.ts'

type StripeRoute = { method: string; path: string }
type Matcher<Item> = (method: string, path: string) => { item: Item; path: Record<string, string> } | undefined

const partsOf = (path: string) => path.split('/').filter((part) => part !== '')

/** Nothing if it is no text at all. */
const decode = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

function matchParts(pattern: string[], path: string[]): Record<string, string> | undefined {
  if (pattern.length !== path.length) return undefined
  const found: Record<string, string> = {}
  for (const [at, part] of pattern.entries()) {
    const given = path[at] ?? ''
    const text = decode(given)
    if (text === undefined) return undefined
    if (part.startsWith(':')) found[part.slice(1)] = text
    else if (part !== given) return undefined
  }
  return found
}

/** Finds what answers a path. What is written out (`/v1/customers/search`) goes before what has a name in it. */
export function matcherOf<Item extends StripeRoute>(items: Item[]): Matcher<Item> {
  const sorted = items
    .map((item) => ({ item, pattern: partsOf(item.path) }))
    .toSorted((one, other) => one.item.path.split(':').length - other.item.path.split(':').length)
  return (method, path) => {
    const parts = partsOf(path)
    for (const { item, pattern } of sorted) {
      const found = item.method === method ? matchParts(pattern, parts) : undefined
      if (found) return { item, path: found }
    }
    return undefined
  }
}

export type StripeRoutes = { operation: Matcher<StripeOperation>; page: Matcher<StripePage> }
