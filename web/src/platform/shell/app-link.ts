import type { LinkProps } from '@tanstack/react-router'

/** Route data holds paths as plain strings; those in the menu came from the route tree itself. */
export const asTo = (path: string) => path as NonNullable<LinkProps['to']>
