import { useState } from 'react'
import { notify } from '#platform/ui/notify.tsx'
import { saveSetting } from './api.ts'
import type { KnownSetting, SettingField } from './fields/use-setting-field.ts'

/** What would stop cards: demanding to sign in, offered already or not, or no longer offering what is demanded. */
export type SignInChange = 'demand' | 'demandAndOffer' | 'endOffer'

const offer = 'ENABLE_PORTAL_SITE_SIGN_IN'

const demand = 'REQUIRE_SITE_SIGN_IN'

/** Whether signing in on site is offered in the portal, and whether cards need it. */
export type SignInState = { isOffered: boolean; isDemanded: boolean }

export const signInStateOf = (settings: readonly Pick<KnownSetting, 'key' | 'value'>[]): SignInState => ({
  isOffered: settings.some(({ key, value }) => key === offer && value === true),
  isDemanded: settings.some(({ key, value }) => key === demand && value === true),
})

/** Which question a new value of a setting has to be asked first; null when it stops no card. */
const changeOf = ({ key }: Pick<KnownSetting, 'key'>, value: unknown, now: SignInState): SignInChange | null => {
  if (key === demand && value === true) return now.isOffered ? 'demand' : 'demandAndOffer'
  return key === offer && value !== true && now.isDemanded ? 'endOffer' : null
}

type SignInQuestion = { change: SignInChange; confirm: () => void }

/** Puts a question before what stops cards; all other settings are as they were. */
export const useSignInQuestion = (setting: KnownSetting, field: SettingField, now: SignInState) => {
  const [asked, setAsked] = useState<SignInQuestion | null>(null)
  const guard = (value: unknown, save: () => void) => {
    const change = changeOf(setting, value, now)
    if (change === null) {
      save()
      return
    }
    const offerFirst = () =>
      saveSetting({ key: offer, value: true }).then(save, (error: unknown) => notify.failed(error))
    setAsked({ change, confirm: change === 'demandAndOffer' ? () => void offerFirst() : save })
  }
  const guarded: SettingField = {
    ...field,
    choose: (value: unknown) => guard(value, () => field.choose(value)),
    reset: () => guard(false, field.reset),
  }
  return { field: guarded, asked, close: () => setAsked(null) }
}
