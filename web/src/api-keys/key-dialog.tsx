import { Checkbox, MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core'
import { NewApiKey } from '@spacekeeper/contract/api-keys/shapes.ts'
import { TypedFutureDay } from '@spacekeeper/contract/days.ts'
import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { deviceKinds } from '@spacekeeper/contract/devices/words.ts'
import { apiScopes, type ApiScope } from '@spacekeeper/contract/route.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { ApiForm } from '#platform/form/api-form.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { createApiKey, reachableQuery } from './api.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

// The oldest scope holds all others, so it comes last.
const offered = apiScopes.toSorted((a, b) => Number(a === 'doors.command') - Number(b === 'doors.command'))

type Reach = 'all' | DeviceKind | 'chosen'

const reachWords = {
  all: 'reachAll',
  door: 'reachDoors',
  interlock: 'reachInterlocks',
  memberbucks: 'reachVending',
  chosen: 'reachChosen',
} as const satisfies Record<Reach, string>

// The narrowest comes first, so that a key for every device is a choice and no oversight.
const reaches = ['chosen', ...deviceKinds, 'all'] as const satisfies Reach[]

/** The end of a day as the reader's clock has it; null for none. */
const endOf = (day: string | null) => (day === null ? null : new Date(`${day}T23:59:59`).toISOString())

const initial: { name: string; scopes: ApiScope[]; reach: Reach; deviceIds: string[]; expiresAt: string } = {
  name: '',
  scopes: [],
  reach: 'chosen',
  deviceIds: [],
  expiresAt: '',
}
type KeyForm = ApiForm<typeof initial>

/** Only name and end are checked here; the server says what is wrong with the rest. */
const TypedKey = z.object({
  name: NewApiKey.shape.name,
  scopes: z.array(z.enum(apiScopes)),
  reach: z.enum(reaches),
  deviceIds: z.array(z.string()),
  expiresAt: TypedFutureDay,
})

/** Makes a key for another system. */
export const KeyDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('apiKeys')
  return (
    <NewKeyDialog
      title={t('createTitle')}
      createdTitle={(name) => t('createdTitle', { name })}
      initial={initial}
      schema={TypedKey}
      create={({ name, scopes, reach, deviceIds, expiresAt }) =>
        createApiKey({
          name,
          scopes,
          kind: deviceKinds.find((kind) => kind === reach) ?? null,
          deviceIds: reach === 'chosen' ? deviceIds.map(Number) : null,
          expiresAt: endOf(expiresAt),
        })
      }
      onClose={onClose}
    >
      {(form) => <Fields {...form} />}
    </NewKeyDialog>
  )
}

const Fields = ({ field, values, set }: Pick<KeyForm, 'field' | 'values' | 'set'>) => {
  const { t } = useTranslation('apiKeys')
  return (
    <>
      <TextInput {...field('name')} label={t('name')} description={t('nameHint')} autoComplete="off" data-autofocus />
      <Checkbox.Group
        {...field('scopes')}
        label={t('scopes')}
        onChange={(chosen) =>
          set(
            'scopes',
            offered.filter((scope) => chosen.includes(scope)),
          )
        }
      >
        <Stack gap="xs" mt={6}>
          {offered.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`scope.${scope}`)} description={t(`scopeHint.${scope}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect
        {...field('reach')}
        label={t('reach')}
        description={t('reachHint')}
        data={reaches.map((value) => ({ value, label: t(reachWords[value]) }))}
      />
      {values.reach === 'chosen' ? <ChosenField field={field} /> : null}
      <TextInput {...field('expiresAt')} type="date" label={t('expires')} description={t('expiresHint')} />
    </>
  )
}

/** The devices a key is limited to, to choose from. */
const ChosenField = ({ field }: Pick<KeyForm, 'field'>) => {
  const { t } = useTranslation('apiKeys')
  const { data } = useQuery(reachableQuery)
  return (
    <MultiSelect
      {...field('deviceIds')}
      label={t('chosen')}
      data={(data?.devices ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      searchable
      maxValues={100}
      limit={200}
    />
  )
}
