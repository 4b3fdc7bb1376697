import { DriverSettings, type Driver, driverNames } from '@spacekeeper/contract/drivers/shapes.ts'
import { useState, type SyntheticEvent } from 'react'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { parseCount } from '#platform/form/amounts.ts'
import { isRequiredField } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { setDriver } from './api.ts'
import { driverFields } from './driver-fields.ts'
import { saySharers } from './sharers.ts'

type DraftFieldName = DriverSettings['driver']

type DraftValues = Record<string, string>

type Secret = { text: string; isRemoved: boolean }

const noSecret: Secret = { text: '', isRemoved: false }

const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value)

const valuesOf = (driver: DraftFieldName, settings: DriverSettings): DraftValues => {
  const stored: Record<string, unknown> = settings.driver === driver ? settings : {}
  const pairs = driverFields[driver].fields.map(({ name, initial }) => {
    const text = asText(stored[name])
    return [name, typeof text === 'string' ? text : initial] as const
  })
  return Object.fromEntries(pairs)
}

/** The server checks each of them and names what is wrong. */
const asSettings = (made: Record<string, unknown>) => made as DriverSettings

const notNumbers = (name: DraftFieldName, values: DraftValues) =>
  driverFields[name].fields.filter((field) => field.isNumber && parseCount(values[field.name] ?? '') === null)

const settingsOf = (name: DraftFieldName, values: DraftValues) => {
  const made = driverFields[name].fields.map((field) => {
    const text = values[field.name] ?? ''
    return [field.name, field.isNumber ? Number(text) : text] as const
  })
  return asSettings({ driver: name, ...Object.fromEntries(made) })
}

const errorsOf = (error: unknown): DraftValues => {
  const said = Object.entries(fieldErrors(error)).map(([field, words]) => [field.replace('settings.', ''), words])
  return said.length > 0 ? Object.fromEntries(said) : { form: errorText(error) }
}

/** Sends what is typed, and keeps what is wrong with it. */
const useSave = (deviceId: number, onSaved: () => void) => {
  const { t } = useTranslation('drivers')
  const [errors, setErrors] = useState<DraftValues>({})
  const [isBusy, setBusy] = useState(false)
  const save = async ({ name, values, secret }: { name: DraftFieldName; values: DraftValues; secret: Secret }) => {
    const wrong = notNumbers(name, values)
    if (wrong.length > 0) return setErrors(Object.fromEntries(wrong.map((field) => [field.name, t('numberWrong')])))
    const sent = secret.isRemoved ? '' : secret.text || undefined
    setBusy(true)
    try {
      const settings = settingsOf(name, values)
      const { sharedWith } = await setDriver({ deviceId, settings, ...(sent !== undefined && { secret: sent }) })
      setErrors({})
      onSaved()
      const saved = t(name === 'socket' ? 'savedSocket' : 'saved')
      notify.done({ text: sharedWith.length > 0 ? `${saved} ${saySharers(t, sharedWith)}` : saved })
    } catch (error) {
      setErrors(errorsOf(error))
    }
    return setBusy(false)
  }
  return { save, errors, isBusy, forgive: () => setErrors({}) }
}

/** What is typed about how a device is reached, and how it is saved. */
export const useDriverForm = (deviceId: number, { settings }: Driver) => {
  const [name, setName] = useState<DraftFieldName>(settings.driver)
  const [values, setValues] = useState(() => valuesOf(settings.driver, settings))
  const [secret, setSecret] = useState(noSecret)
  const { save, errors, isBusy, forgive } = useSave(deviceId, () => setSecret(noSecret))
  const { fields } = driverFields[name]
  const choose = (chosen: string) => {
    const next = driverNames.find((one) => one === chosen) ?? 'socket'
    setName(next)
    setValues(valuesOf(next, settings))
    forgive()
  }
  const before = valuesOf(name, settings)
  const isChanged =
    name !== settings.driver ||
    secret.isRemoved ||
    secret.text !== '' ||
    fields.some(({ name: field }) => before[field] !== values[field])
  return {
    name,
    fields,
    values,
    errors,
    secret,
    isBusy,
    isChanged,
    isRequired: (field: string) => {
      const typed = settingsOf(name, values)
      return isRequiredField(DriverSettings, field, { values: typed, initial: typed })
    },
    choose,
    setSecret,
    set: (field: string, value: string) => setValues((all) => ({ ...all, [field]: value })),
    submit: (event: SyntheticEvent) => {
      event.preventDefault()
      void save({ name, values, secret })
    },
  }
}
