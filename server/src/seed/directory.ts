import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { systemCtx, type Services } from '#platform/ctx.ts'
import { reportSpace } from '../directory/sensors.ts'
import { setSpaceState } from '../directory/space-state.ts'
import { changeSetting } from '../settings/settings.ts'

const site: [SettingKey, unknown][] = [
  ['ENABLE_SPACE_DIRECTORY', true],
  ['MAIN_SITE_URL', 'https://example.org'],
  ['SPACE_DIRECTORY_LOCATION_ADDRESS', '12 Mill Lane, Riverbend'],
  ['SPACE_DIRECTORY_LOCATION_LAT', -27.4705],
  ['SPACE_DIRECTORY_LOCATION_LON', 153.026],
  ['SPACE_DIRECTORY_CONTACT_EMAIL', 'hello@example.org'],
  // What members and the world find it by includes its app for phones.
  ['ENABLE_MOBILE_APP', true],
  ['MOBILE_APP_ANDROID_URL', 'https://apps.example.org/riverbend'],
]

const sensors = [
  { type: 'temperature', name: 'Electronics lab', value: 23.4, unit: '°C', location: 'Electronics lab' },
  { type: 'temperature', name: 'Woodshop', value: 26.1, unit: '°C', location: 'Woodshop' },
  { type: 'humidity', name: 'Wood store', value: 48, unit: '%', location: 'Wood store' },
  { type: 'power_consumption', name: 'Whole house', value: 1840, unit: 'W', location: 'Meter cupboard' },
]

const hourMs = 3_600_000

const minuteMs = 60_000

/** A space that tells the world that it is open, with what its sensors measured a few minutes ago. */
export const seedDirectory = async (services: Services): Promise<void> => {
  const ago = (ms: number) => {
    const at = new Date(services.now().getTime() - ms)
    return systemCtx({ ...services, now: () => at })
  }
  for (const [key, value] of site) await changeSetting(ago(30 * hourMs), { key, value })
  await setSpaceState(ago(2 * hourMs), { isOpen: true, message: 'Ring the bell at the side door' })
  await reportSpace(ago(4 * minuteMs), { sensors })
}
