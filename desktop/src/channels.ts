/** What the page's side of the bridge asks the app's side. */
export const channels = {
  kioskId: 'shell:kiosk-id',
  hostname: 'shell:hostname',
  reload: 'shell:reload',
} as const
