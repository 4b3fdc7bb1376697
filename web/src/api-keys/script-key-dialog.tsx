import { Input, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { NewScriptKey } from '@spacekeeper/contract/api-keys/script-shapes.ts'
import type { ScriptScope } from '@spacekeeper/contract/api-keys/words.ts'
import { z } from 'zod'
import type { ApiForm } from '#platform/form/api-form.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { createScriptKey } from './api.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { ScopesField } from './scopes-field.tsx'

const spans = ['30', '90', '365'] as const

const initial: { name: string; scopes: ScriptScope[]; lasts: string } = { name: '', scopes: [], lasts: '90' }

type ScriptKeyForm = ApiForm<typeof initial>

const TypedScriptKey = z.object({
  name: NewScriptKey.shape.name,
  scopes: NewScriptKey.shape.scopes,
  lasts: z.enum(spans),
})

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString() // oxlint-disable-line eslint/no-restricted-properties -- a day on the calendar

/** Makes a key for a script. */
export const ScriptKeyDialog = ({ offered, onClose }: { offered: readonly ScriptScope[]; onClose: () => void }) => {
  const { t } = useTranslation('apiKeys')
  return (
    <NewKeyDialog
      title={t('scriptCreateTitle')}
      createdTitle={(name) => t('scriptCreatedTitle', { name })}
      initial={initial}
      schema={TypedScriptKey}
      create={({ name, scopes, lasts }) => createScriptKey({ name, scopes, expiresAt: inDays(Number(lasts)) })}
      onClose={onClose}
    >
      {(form) => <Fields {...form} offered={offered} />}
    </NewKeyDialog>
  )
}

const Fields = ({
  field,
  values,
  set,
  offered,
}: Pick<ScriptKeyForm, 'field' | 'values' | 'set'> & { offered: readonly ScriptScope[] }) => {
  const { t } = useTranslation('apiKeys')
  const { error } = field('scopes')
  return (
    <>
      <TextInput
        {...field('name')}
        label={t('scriptName')}
        description={t('scriptNameHint')}
        autoComplete="off"
        data-autofocus
      />
      <NativeSelect
        {...field('lasts')}
        label={t('lasts')}
        description={t('lastsHint')}
        data={spans.map((value) => ({ value, label: t(`lasts${value}`) }))}
      />
      <Input.Wrapper
        label={t('scriptAreas')}
        description={t('scriptAreasHint')}
        error={error}
        labelElement="div"
        role="group"
        aria-label={t('scriptAreas')}
      >
        <Stack mt="xs">
          <ScopesField offered={offered} value={values.scopes} onChange={(scopes) => set('scopes', scopes)} />
        </Stack>
      </Input.Wrapper>
      <Text size="sm" c="dimmed">
        {t('neverDo')}
      </Text>
    </>
  )
}
