import { PasswordInput, Switch, Text, TextInput } from '@mantine/core'
import { NewProvider, LoginProviderChange, type ProviderView } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { z } from 'zod'
import type { ApiForm } from '#platform/form/api-form.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { changeProvider, createProvider } from './api.ts'

/** The issuer stays, and an empty secret is the one there is. */
const TypedChange = LoginProviderChange.extend({
  issuer: z.string(),
  secret: z
    .string()
    .trim()
    .transform((text) => text || undefined)
    .pipe(LoginProviderChange.shape.secret),
})

const blank = {
  name: '',
  issuer: '',
  clientId: '',
  secret: '',
  scopes: 'openid profile email',
  mayRegister: false,
  allowsPrivate: false,
  isOn: true,
}

type ProviderForm = Pick<ApiForm<typeof blank>, 'field'>

const ProviderFields = ({ form: { field }, isNew }: { form: ProviderForm; isNew: boolean }) => {
  const { t } = useTranslation('auth')
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('providerTrust')}
      </Text>
      <TextInput
        {...field('name')}
        label={t('providerName')}
        description={t('providerNameHint')}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        {...field('issuer')}
        label={t('providerIssuer')}
        {...(isNew && { description: t('providerIssuerHint') })}
        type="url"
        autoComplete="off"
        readOnly={!isNew}
      />
      <TextInput {...field('clientId')} label={t('providerClientId')} autoComplete="off" />
      <PasswordInput
        {...field('secret')}
        label={t('providerSecret')}
        description={t(isNew ? 'providerSecretHint' : 'providerSecretKept')}
        autoComplete="off"
      />
      <TextInput {...field('scopes')} label={t('providerScopes')} description={t('providerScopesHint')} />
      <Switch
        {...field('mayRegister', 'checkbox')}
        label={t('providerMayRegister')}
        description={t('providerMayRegisterHint')}
      />
      <Switch
        {...field('allowsPrivate', 'checkbox')}
        label={t('providerAllowsPrivate')}
        description={t('providerAllowsPrivateHint')}
      />
      <Switch {...field('isOn', 'checkbox')} label={t('providerIsOn')} />
    </>
  )
}

/** Adds a provider, which is asked when it is saved, or changes what is set of one. */
export const ProviderDialog = ({ provider, onClose }: { provider: ProviderView | null; onClose: () => void }) => {
  const { t } = useTranslation('auth')
  const done = (text: string) => {
    notify.done({ text })
  }
  if (!provider)
    return (
      <FormDialog
        title={t('providerNew')}
        action={t('providerCreate')}
        closeOnClickOutside={false}
        initial={blank}
        schema={NewProvider}
        submit={async (fields) => {
          await createProvider(fields)
          done(t('providerCreated', { name: fields.name }))
        }}
        onClose={onClose}
      >
        {(form) => <ProviderFields form={form} isNew />}
      </FormDialog>
    )
  const { name, issuer, clientId, scopes, mayRegister, allowsPrivate, isOn } = provider
  return (
    <FormDialog
      title={t('providerEditOf', { name })}
      action={t('providerSave')}
      closeOnClickOutside={false}
      initial={{ name, issuer, clientId, secret: '', scopes, mayRegister, allowsPrivate, isOn }}
      schema={TypedChange}
      submit={async ({ issuer: _stays, ...fields }) => {
        await changeProvider({ providerId: provider.id, ...fields })
        done(t('providerSaved', { name: fields.name }))
      }}
      onClose={onClose}
    >
      {(form) => <ProviderFields form={form} isNew={false} />}
    </FormDialog>
  )
}
