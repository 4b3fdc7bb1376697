import { Stack, Text, Group, Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { fieldErrors } from '#platform/api/api-error.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { PasswordField } from '#platform/form/password-field.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { GuidedText } from '#platform/ui/guided-text.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { saveSetting, resetSetting } from '../api.ts'
import { titleOf, settingOf } from '../setting-kind.ts'
import { SecretFilesField } from './secret-files-field.tsx'
import type { KnownSetting } from './use-setting-field.ts'

/** A secret can be set, replaced and removed, and never be read. */
export const SecretField = ({ setting }: { setting: KnownSetting }) => {
  const { t } = useTranslation('settings')
  const [mode, setMode] = useState<'shown' | 'replacing' | 'removing'>('shown')
  const title = titleOf(setting.key)
  const named = (verb: string) => ({ 'aria-label': t('doIt', { verb, title }), children: verb })
  return (
    <Stack gap={6} role="group" aria-label={title}>
      <Text fw={500} size="sm">
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        <GuidedText text={settingOf(setting.key).help} /> {t('secretHint')}
      </Text>
      {mode === 'replacing' ? <NewSecret setting={setting} onDone={() => setMode('shown')} /> : null}
      {mode === 'removing' ? <Removing setting={setting} onDone={() => setMode('shown')} /> : null}
      {mode === 'shown' ? (
        <Group gap="sm">
          <Status kind={setting.isSet ? 'fine' : 'none'}>{t(setting.isSet ? 'secretSet' : 'secretNotSet')}</Status>
          <Button
            size="xs"
            variant="default"
            {...named(t(setting.isSet ? 'secretReplace' : 'secretEnter'))}
            onClick={() => setMode('replacing')}
          />
          {setting.isSet ? (
            <Button size="xs" variant="default" {...named(t('secretRemove'))} onClick={() => setMode('removing')} />
          ) : null}
        </Group>
      ) : null}
    </Stack>
  )
}

/** As it is typed: an empty one would remove it. */
const TypedSecret = z.object({ value: z.string().min(1) })

type Props = { setting: KnownSetting; onDone: () => void }

const NewSecret = ({ setting: { key }, onDone }: Props) => {
  const { t } = useTranslation('settings')
  const { field, values, failure, isBusy, formProps } = useApiForm({
    initial: { value: '' },
    schema: TypedSecret,
    submit: ({ value }) => saveSetting({ key, value }),
    explain: (error) => {
      const reason = fieldErrors(error)[key]
      return reason === undefined ? null : { fields: { value: reason } }
    },
    onDone,
  })
  const label = t('secretNew', { title: titleOf(key) })
  return (
    <Form {...formProps}>
      <Stack gap="sm" maw={480}>
        {settingOf(key).isFile ? (
          <SecretFilesField {...field('value')} label={label} value={values.value} />
        ) : (
          <PasswordField {...field('value')} label={label} autoComplete="off" />
        )}
        {failure ? <FormError>{failure}</FormError> : null}
        <Group gap="xs">
          <Button size="xs" type="submit" loading={isBusy} disabled={values.value === ''}>
            {t('secretSave')}
          </Button>
          <Button size="xs" variant="default" onClick={onDone}>
            {t('secretCancel')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

const Removing = ({ setting: { key }, onDone }: Props) => {
  const { t } = useTranslation('settings')
  const remove = async () => {
    try {
      await resetSetting(key)
      notify.done({ text: t('secretRemoved', { title: titleOf(key) }) })
    } catch (error) {
      notify.failed(error)
    }
    onDone()
  }
  return (
    <Group gap="sm" role="alert">
      <Status kind="warning">{t('secretRemoveSure')}</Status>
      <Button size="xs" color="red" onClick={() => void remove()}>
        {t('secretRemove')}
      </Button>
      <Button size="xs" variant="default" onClick={onDone}>
        {t('secretCancel')}
      </Button>
    </Group>
  )
}
