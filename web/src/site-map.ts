import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

const address = /\bcreateFileRoute\('([^']+)'\)/

const page = (path: string, file: string) => (path === '/' ? index(file) : route(path, file))

/**
 * Every page answers the address it says itself, in `createFileRoute`; anything else is the 404 screen of root.tsx.
 * The router's plugin reads this and writes all of them into routeTree.gen.ts.
 */
const pages = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('-page.tsx'))
  .flatMap((file) => {
    const path = address.exec(readFileSync(join(import.meta.dirname, file), 'utf8'))?.[1]
    return path === undefined ? [] : [page(path, file.replaceAll(sep, '/'))]
  })

export const routes = rootRoute('root.tsx', pages)
