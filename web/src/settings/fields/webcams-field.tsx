import { Stack, TextInput, Group, Button } from '@mantine/core'
import { settings } from '@spacekeeper/contract/index.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntriesField, type EntryFormProps } from './entries-field.tsx'
import type { FieldProps } from './setting-field.tsx'
import classes from '../settings.module.css'

type Webcam = [title: string, address: string]

/** Webcams as pairs of title and address. */
export const WebcamsField = (props: FieldProps) => {
  const { t } = useTranslation('settings')
  const webcams = settings.WEBCAM_PAGE_URLS.schema.safeParse(props.field.value).data ?? []
  return (
    <EntriesField<Webcam>
      {...props}
      entries={webcams}
      titleOfEntry={([title]) => title}
      describe={([, address]) => address}
      words={{ add: t('addWebcam'), empty: t('noWebcams'), newEntry: t('newWebcam'), editEntry: t('editWebcam') }}
      Form={WebcamForm}
    />
  )
}

const WebcamForm = ({ entry, onSave, onCancel }: EntryFormProps<Webcam>) => {
  const { t } = useTranslation('settings')
  const [title, setTitle] = useState(entry?.[0] ?? '')
  const [address, setAddress] = useState(entry?.[1] ?? '')
  const [isSent, setSent] = useState(false)
  const hasAddress = settings.WEBCAM_PAGE_URLS.schema.safeParse([['', address]]).success && address !== ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSent(true)
        if (title.trim() !== '' && hasAddress) onSave([title.trim(), address])
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('webcamTitle')}
          maxLength={200}
          value={title}
          error={isSent && title.trim() === '' ? t('titleNeeded') : null}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={t('webcamAddress')}
          type="url"
          value={address}
          error={isSent && !hasAddress ? t('webcamAddressWrong') : null}
          onChange={(event) => setAddress(event.currentTarget.value.trim())}
        />
        {hasAddress ? <img src={address} alt={t('preview')} className={classes.picture} /> : null}
        <Group gap="xs">
          <Button size="xs" type="submit">
            {t('save')}
          </Button>
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
