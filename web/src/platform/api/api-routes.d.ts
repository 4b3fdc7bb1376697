/** Of a flag that is left out, the opposite is so; a method that is left out is GET. */
type WireRoute = {
  path: string
  method?: string
  query?: string[]
  hasBody?: true
  isUpload?: true
  isUnlinked?: true
  isEmpty?: true
  mayBeEmpty?: true
  isFile?: true
  /** Domains whose answers are to be asked again once it succeeded. */
  stale?: (keyof import('@spacekeeper/contract/index.ts').Contract)[] // oxlint-disable-line consistent-type-imports -- an import would make these types local to this file
}

declare module 'virtual:api-routes' {
  /** Every route of the contract by domain and name, as data. */
  export const apiRoutes: Record<string, Record<string, WireRoute>>
}

declare module 'virtual:member-routes' {
  /** Those of the dashboard and the frame around pages. */
  export const memberRoutes: Record<string, Record<string, WireRoute>>
}

declare module 'virtual:first-routes' {
  export const firstRoutes: Record<'getConfig' | 'login' | 'requestLoginLink', WireRoute>
}
