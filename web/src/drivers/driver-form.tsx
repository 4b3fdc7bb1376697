import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { driversApi } from '@spacekeeper/contract/drivers/routes.ts'
import { driverNames, type Driver } from '@spacekeeper/contract/drivers/shapes.ts'
import { Form } from '#platform/form/form.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useDriverForm } from './driver-draft.ts'
import { driverFields } from './driver-fields.ts'
import { DriverTestRow } from './driver-test-row.tsx'

type Props = { deviceId: number; kind: DeviceKind; driver: Driver; costsByHour: boolean }

/** The driver of a device and what it asks for; saved together, then tested. */
export const DriverForm = ({ deviceId, kind, driver, costsByHour }: Props) => {
  const { t } = useTranslation('drivers')
  const form = useDriverForm(deviceId, driver)
  const { secret: secretName } = driverFields[form.name]
  const fields = form.fields.filter(({ isForDoors }) => !isForDoors || kind === 'door')
  return (
    <Form onSubmit={form.submit}>
      <Stack gap="md" align="stretch">
        <NativeSelect
          label={t('driver')}
          value={form.name}
          data={driverNames.map((name) => ({ value: name, label: t(name) }))}
          onChange={(event) => form.choose(event.currentTarget.value)}
        />
        {fields.map(({ name, hint, isNumber }) => (
          <TextInput
            key={`${form.name} ${name}`}
            label={t(name)}
            description={t(hint)}
            name={name}
            value={form.values[name] ?? ''}
            error={form.errors[name]}
            required={form.isRequired(name)}
            inputMode={isNumber ? 'numeric' : undefined}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => form.set(name, event.currentTarget.value)}
          />
        ))}
        {costsByHour && form.name === 'mqtt' && !form.values.availabilityTopic?.trim() ? (
          <Status kind="warning">{t('chargedUnheard')}</Status>
        ) : null}
        {secretName ? <Secret form={form} name={secretName} hasSecret={driver.hasSecret} /> : null}
        <FormError>{form.errors['form']}</FormError>
        <Button type="submit" loading={form.isBusy} disabled={!form.isChanged} style={{ alignSelf: 'start' }}>
          {t('save')}
        </Button>
        {driver.settings.driver === 'socket' ? null : <DriverTestRow deviceId={deviceId} isStale={form.isChanged} />}
      </Stack>
    </Form>
  )
}

type SecretProps = { form: ReturnType<typeof useDriverForm>; name: 'password' | 'token'; hasSecret: boolean }

const Secret = ({ form: { secret, setSecret, errors }, name, hasSecret }: SecretProps) => {
  const { t } = useTranslation('drivers')
  return (
    <>
      <PasswordField
        label={t(name)}
        description={t(hasSecret ? 'secretKept' : 'secretNone')}
        autoComplete="off"
        value={secret.text}
        error={errors['secret']}
        {...requiredBy(driversApi.set.body.shape.secret)}
        disabled={secret.isRemoved}
        onChange={(event) => setSecret({ text: event.currentTarget.value, isRemoved: false })}
      />
      {hasSecret ? (
        <Checkbox
          label={t('secretRemove')}
          checked={secret.isRemoved}
          onChange={(event) => setSecret({ text: '', isRemoved: event.currentTarget.checked })}
        />
      ) : null}
    </>
  )
}
