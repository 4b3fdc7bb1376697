import { useState } from 'react'
import { Button, Checkbox, Group, MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type DeviceKind, deviceKinds } from '@spacekeeper/contract/devices.ts'
import { NewApiKey } from '@spacekeeper/contract/keys.ts'
import { type ApiScope, apiScopes } from '@spacekeeper/contract/route.ts'
import { fieldErrors } from '#platform/api/api-error.ts'
import { explain } from '#platform/form/explain.ts'
import { useForm } from '#platform/form/use-form.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { createApiKey, reachableQuery, refreshKeys } from './api.ts'

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
const reaches: Reach[] = ['all', ...deviceKinds, 'chosen']

/** The end of a day as the reader's clock has it; null for none. */
const endOf = (day: string) => (day === '' ? null : new Date(`${day}T23:59:59`).toISOString())

type Props = { onMade: (made: { name: string; secret: string }) => void; onClose: () => void }
type Wrong = { scopes?: string; deviceIds?: string; expiresAt?: string }

export const KeyForm = ({ onMade, onClose }: Props) => {
  const { t } = useTranslation('keys')
  const client = useQueryClient()
  const [scopes, setScopes] = useState<ApiScope[]>([])
  const [reach, setReach] = useState<Reach>('all')
  const [chosen, setChosen] = useState<string[]>([])
  const [wrong, setWrong] = useState<Wrong>({})
  const { values, field, failure, isBusy, formProps } = useForm({
    initial: { name: '', day: '' },
    schema: NewApiKey.pick({ name: true }),
    submit: async ({ name }) => {
      setWrong({})
      const { key } = await createApiKey({
        name,
        scopes,
        kind: deviceKinds.find((kind) => kind === reach) ?? null,
        deviceIds: reach === 'chosen' ? chosen.map(Number) : null,
        expiresAt: endOf(values.day),
      })
      onMade({ name, secret: key })
      await refreshKeys(client)
    },
    explain: (error) => {
      const said: Wrong = fieldErrors(error)
      setWrong(said)
      const isSaid = said.scopes ?? said.deviceIds ?? said.expiresAt
      return isSaid === undefined ? explain(error, ['name']) : {}
    },
  })
  const { error: _, ...day } = field('day')
  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput
          {...field('name')}
          label={t('name')}
          description={t('nameHint')}
          autoComplete="off"
          required
          data-autofocus
        />
        <Checkbox.Group
          label={t('scopes')}
          value={scopes}
          onChange={(value) => setScopes(offered.filter((scope) => value.includes(scope)))}
          error={wrong.scopes}
          withAsterisk
        >
          <Stack gap="xs" mt={6}>
            {offered.map((scope) => (
              <Checkbox key={scope} value={scope} label={t(`scope.${scope}`)} description={t(`scopeHint.${scope}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <NativeSelect
          size="md"
          label={t('reach')}
          value={reach}
          onChange={(event) => setReach(reaches.find((one) => one === event.currentTarget.value) ?? 'all')}
          data={reaches.map((value) => ({ value, label: t(reachWords[value]) }))}
        />
        {reach === 'chosen' ? <ChosenField value={chosen} onChange={setChosen} error={wrong.deviceIds} /> : null}
        <TextInput {...day} type="date" label={t('expires')} description={t('expiresHint')} error={wrong.expiresAt} />
        {failure ? <FormError>{failure}</FormError> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" h={44} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" h={44} loading={isBusy}>
            {t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type ChosenProps = { value: string[]; onChange: (value: string[]) => void; error: string | undefined }

const ChosenField = ({ value, onChange, error }: ChosenProps) => {
  const { t } = useTranslation('keys')
  const { data } = useQuery(reachableQuery)
  return (
    <MultiSelect
      size="md"
      label={t('chosen')}
      data={(data?.devices ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value}
      onChange={onChange}
      error={error}
      searchable
      required
      maxValues={100}
      limit={200}
    />
  )
}
