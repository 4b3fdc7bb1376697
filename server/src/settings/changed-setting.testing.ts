// On its own: tests of all domains use it.
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { SettingKey } from '@spacekeeper/contract/index.ts'
import type { TestPortal } from '../portal.testing.ts'
import { changeSetting } from './settings.ts'

/** Changes a setting and waits until the portal has heard of it; the limit is that of the test. */
export const setTo = async (portal: TestPortal, key: SettingKey, value: unknown): Promise<void> => {
  await changeSetting(portal.ctx, { key, value })
  while (!isDeepStrictEqual(await portal.ctx.settings.get(key), value)) await setTimeout(10)
}
