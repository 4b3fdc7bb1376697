import type { Routes } from '@spacekeeper/contract/route.ts'

/** Answers which methods the contract knows for an address; none when it knows the address not at all. */
export const allowedMethods = (contract: Record<string, Routes>) => {
  const patterns = Object.values(contract)
    .flatMap((routes) => Object.values(routes))
    .map(({ method, path }) => ({
      method,
      pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '/?')}$`),
    }))
  return (path: string): string[] => patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
}
