import type { Kiosk, OwnKiosk } from '@spacekeeper/contract/kiosks/shapes.ts'
import type { KioskKind } from '@spacekeeper/contract/kiosks/words.ts'
import type { Shell } from '@spacekeeper/contract/shell.ts'
import { queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { kioskIdKey } from '#platform/session/kiosk.ts'

export const { logIn, unlock, leave, setOwnPin, removeOwnPin } = api.kiosks

const pendingMs = 5000
const aliveMs = 60_000

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What this screen calls itself: the app knows its computer, a browser makes up a name once. */
const identify = async (shell: Shell | undefined) => {
  if (shell) return { kioskId: await shell.kioskId(), name: await shell.hostname() }
  const kioskId = localStorage.getItem(kioskIdKey) ?? newId()
  localStorage.setItem(kioskIdKey, kioskId)
  return { kioskId, name: `Screen ${kioskId.slice(0, 4)}` }
}

/** Asks to be a kiosk or a wall display, or says that it is still there: often while it waits, once a minute afterwards. */
const ownScreenQuery = (kind: KioskKind) =>
  queryOptions({
    queryKey: [...apiKey(api.kiosks.register), kind],
    queryFn: async (): Promise<OwnKiosk> =>
      api.kiosks.register({ ...(await identify(window.shell)), kind }, { isQuiet: true }),
    refetchInterval: ({ state }) => (state.data?.state === 'authorised' ? aliveMs : pendingMs),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    staleTime: 0,
  })

export const ownKioskQuery = ownScreenQuery('kiosk')

export const ownDisplayQuery = ownScreenQuery('display')

/** Every kiosk; their heartbeats are no event, so it is asked for again now and then. */
export const kiosksQuery = queryOptions({
  ...apiQuery(api.kiosks.list),
  refetchInterval: aliveMs,
  meta: { live: 'kiosks' },
})

export type KioskChange = {
  kioskId: number
  name?: string
  playTheme?: boolean
  authorised?: boolean
  isCardEnough?: boolean
}

export const useChangeKiosk = () =>
  useMutation({
    mutationFn: (change: KioskChange) => api.kiosks.update(change),
    onSettled: refreshOnRefusal('kiosks'),
  })

export const useRemoveKiosk = () =>
  useMutation({
    mutationFn: ({ id }: Kiosk) => api.kiosks.remove({ kioskId: id }),
    onSettled: refreshOnRefusal('kiosks'),
  })

export const ownPinQuery = queryOptions({
  ...apiQuery(api.kiosks.getOwnPin),
  meta: { live: 'profile' },
})
