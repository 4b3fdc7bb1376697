import { Autocomplete, Button, Card, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { NewIssue } from '@spacekeeper/contract/issues/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fieldErrors } from '#platform/api/api-error.ts'
import { refreshAfter } from '#platform/api/refresh.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Status } from '#platform/ui/status.tsx'
import { reportPlacesQuery, report, uploadPhoto } from './api.ts'
import { KnownCard } from './known-card.tsx'
import { PhotosField } from './photos-field.tsx'

const typingMs = 300

const IssueForm = NewIssue.pick({ title: true, description: true, area: true, isUnsafe: true })

const Sent = ({ onAgain }: { onAgain: () => void }) => {
  const { t } = useTranslation('issues')
  const isKiosk = useIsKiosk()
  const card = useRef<HTMLElement>(null)
  // The button that sent it was far below, and the page is shorter now.
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up.
    card.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <Card component="section" role="status" ref={card}>
      <Stack gap="sm" align="flex-start">
        <Status kind="good" size="md">
          {t('sentTitle')}
        </Status>
        <Text c="dimmed">{t(isKiosk ? 'sentTextKiosk' : 'sentText')}</Text>
        <Button variant="default" onClick={onAgain}>
          {t('sendAnother')}
        </Button>
      </Stack>
    </Card>
  )
}

type ReportFormProps = { place: string; onSent: () => void }

const ReportForm = ({ place, onSent }: ReportFormProps) => {
  const { t } = useTranslation('issues')
  const { data: places } = useQuery(reportPlacesQuery)
  const [pictureIds, setPictureIds] = useState<number[]>([])
  const findDevice = (name: string) =>
    places?.devices.find((device) => device.name.toLowerCase() === name.trim().toLowerCase())
  const { field, values, failure, isBusy, formProps } = useApiForm({
    initial: { title: '', area: place, description: '', isUnsafe: false },
    schema: IssueForm,
    submit: (typed) => {
      const device = findDevice(typed.area)
      const area = device ? '' : typed.area
      // The form is left before its own report is among those that look like it.
      return refreshAfter(async () => {
        await report({ ...typed, area, deviceId: device?.id ?? null, pictureIds })
        onSent()
      })
    },
    explain: (error) => {
      const { pictureIds: photos, deviceId: device } = fieldErrors(error)
      return photos ? { form: photos } : device ? { fields: { area: device } } : null
    },
  })
  const [text] = useDebouncedValue(values.title.trim(), typingMs)
  const names = [...(places?.devices.map(({ name }) => name) ?? []), ...(places?.areas ?? [])]
  const deviceId = findDevice(values.area)?.id
  return (
    <Form {...formProps}>
      <Stack gap="md">
        <TextInput
          {...field('title')}
          label={t('fieldTitle')}
          description={t('titleHint')}
          autoComplete="off"
          maxLength={200}
        />
        <Autocomplete
          {...field('area')}
          label={t('fieldPlace')}
          description={t('placeHint')}
          data={[...new Set(names)]}
          size="md"
          limit={8}
          autoComplete="off"
          maxLength={60}
        />
        <KnownCard deviceId={deviceId} text={text} />
        <Textarea
          {...field('description')}
          label={t('fieldDescription')}
          description={t('descriptionHint')}
          rows={4}
          maxLength={5000}
        />
        <Switch {...field('isUnsafe', 'checkbox')} label={t('fieldUnsafe')} description={t('unsafeHint')} />
        {values.isUnsafe && deviceId !== undefined ? <Status kind="warning">{t('unsafeKnownMachine')}</Status> : null}
        <PhotosField
          pictureIds={pictureIds}
          upload={async (file) => (await uploadPhoto({ file })).pictureId}
          onChange={setPictureIds}
        />
        {failure ? <FormError>{failure}</FormError> : null}
        <Button type="submit" loading={isBusy} size="md">
          {t('sendReport')}
        </Button>
      </Stack>
    </Form>
  )
}

/** Where a member says what is wrong. `place` is filled in where the page was opened from a device. */
export const ReportCard = ({ place }: { place: string }) => {
  const { t } = useTranslation('issues')
  const [isSent, setSent] = useState(false)
  if (isSent) return <Sent onAgain={() => setSent(false)} />
  return (
    <Card component="section" aria-label={t('reportTitle')}>
      <Title order={2}>{t('reportTitle')}</Title>
      <Text c="dimmed" mb="md">
        {t('reportIntro')}
      </Text>
      <ReportForm place={place} onSent={() => setSent(true)} />
    </Card>
  )
}
