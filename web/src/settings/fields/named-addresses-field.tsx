import { Stack, TextInput, Group, Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { settingOf } from '../setting-kind.ts'
import { EntriesField, type EntryFormProps } from './entries-field.tsx'
import type { FieldProps } from './use-setting-field.ts'

const Pairs = z.array(z.tuple([z.string(), z.string()]))

type NamedAddress = z.infer<typeof Pairs>[number]

/** What the schema says of one part of an entry. */
const problemOf = (schema: z.ZodType, { entry, part }: { entry: NamedAddress; part: 0 | 1 }): string | null =>
  schema.safeParse([entry]).error?.issues.find(({ path }) => path[1] === part)?.message ?? null

/** Entries of a title and an address: webcams, links. */
export const NamedAddressesField = (props: FieldProps) => {
  const { t } = useTranslation('settings')
  const isWebcam = props.setting.key === 'WEBCAM_PAGE_URLS'
  const words = isWebcam
    ? { add: t('addWebcam'), empty: t('noWebcams'), newEntry: t('newWebcam'), editEntry: t('editWebcam') }
    : { add: t('linkAdd'), empty: t('noLinks'), newEntry: t('newLink'), editEntry: t('editLink') }
  return (
    <EntriesField<NamedAddress>
      {...props}
      entries={Pairs.safeParse(props.field.value).data ?? []}
      titleOfEntry={([title]) => title}
      describe={([, address]) => address}
      words={words}
      Form={isWebcam ? WebcamForm : LinkForm}
    />
  )
}

const WebcamForm = (form: EntryFormProps<NamedAddress>) => {
  const { t } = useTranslation('settings')
  return <NamedAddressForm {...form} schema={settingOf('WEBCAM_PAGE_URLS').schema} addressLabel={t('webcamAddress')} />
}

const LinkForm = (form: EntryFormProps<NamedAddress>) => {
  const { t } = useTranslation('settings')
  return (
    <NamedAddressForm {...form} schema={settingOf('SPACE_DIRECTORY_LINKS').schema} addressLabel={t('cardAddress')} />
  )
}

type PairFormProps = EntryFormProps<NamedAddress> & { schema: z.ZodType; addressLabel: string }

const NamedAddressForm = ({ entry, onSave, onCancel, schema, addressLabel }: PairFormProps) => {
  const { t } = useTranslation('settings')
  const [title, setTitle] = useState(entry?.[0] ?? '')
  const [address, setAddress] = useState(entry?.[1] ?? '')
  const [isSent, setSent] = useState(false)
  const typed: NamedAddress = [title.trim(), address]
  const wrongAddress = address === '' ? t('addressNeeded') : problemOf(schema, { entry: typed, part: 1 })
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        setSent(true)
        if (typed[0] !== '' && wrongAddress === null) onSave(typed)
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('webcamTitle')}
          required={problemOf(schema, { entry: ['', ''], part: 0 }) !== null}
          maxLength={200}
          value={title}
          error={isSent && typed[0] === '' ? t('titleNeeded') : null}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={addressLabel}
          required={problemOf(schema, { entry: ['', ''], part: 1 }) !== null}
          type="url"
          value={address}
          error={isSent ? wrongAddress : null}
          onChange={(event) => setAddress(event.currentTarget.value.trim())}
        />
        <Group gap="xs">
          <Button size="xs" type="submit">
            {t('save')}
          </Button>
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
