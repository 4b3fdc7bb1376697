declare module 'virtual:api-routes' {
  type WireRoute = {
    method: string
    path: string
    query: string[]
    hasBody: boolean
    isUpload: boolean
    isEmpty: boolean
    isFile: boolean
  }
  /** Every route of the contract by domain and name, as data. */
  export const apiRoutes: Record<string, Record<string, WireRoute>>
}
