/** A kiosk counts as offline so long after it was last heard of. It says that it is there once a minute. */
export const kioskOfflineMinutes = 5

/** Lists never hold more. */
export const maxKiosks = 500

/** What a shared screen is authorised as. */
export const kioskKinds = ['kiosk', 'display'] as const

export type KioskKind = (typeof kioskKinds)[number]
