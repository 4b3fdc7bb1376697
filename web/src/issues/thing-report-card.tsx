import { Anchor, Button, Card, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core'
import { ThingIssue } from '@spacekeeper/contract/issues/shapes.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Status } from '#platform/ui/status.tsx'
import { reportThing } from './api.ts'

type ThingProps = { device: { id: number; name: string } }

const ThingForm = ({ device, onSent }: ThingProps & { onSent: () => void }) => {
  const { t } = useTranslation('issues')
  const { field, failure, isBusy, formProps } = useApiForm({
    initial: { title: '', description: '', isUnsafe: false },
    schema: ThingIssue,
    submit: async (typed) => {
      await reportThing({ ...typed, deviceId: device.id })
      onSent()
    },
  })
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
        <Textarea
          {...field('description')}
          label={t('fieldDescription')}
          description={t('descriptionHint')}
          rows={4}
          maxLength={5000}
        />
        <Switch {...field('isUnsafe', 'checkbox')} label={t('fieldUnsafe')} description={t('unsafeHint')} />
        {failure ? <FormError>{failure}</FormError> : null}
        <Button type="submit" loading={isBusy} size="md">
          {t('sendReport')}
        </Button>
      </Stack>
    </Form>
  )
}

/** On the page behind the code of a thing: every account that stands before it says what is wrong with it. */
export const ThingReportCard = ({ device }: ThingProps) => {
  const { t } = useTranslation('issues')
  const [isSent, setSent] = useState(false)
  const title = t('reportAt', { name: device.name })
  return (
    <Card component="section" aria-label={title}>
      <Stack gap="md">
        <Title order={2}>{title}</Title>
        {isSent ? (
          <Stack gap="sm" align="flex-start" role="status">
            <Status kind="good" size="md">
              {t('sentTitle')}
            </Status>
            <Text c="dimmed">{t('sentTextThing')}</Text>
            <Anchor renderRoot={(props) => <Link to="/account/reports" {...props} />}>{t('ownTitle')}</Anchor>
            <Button variant="default" onClick={() => setSent(false)}>
              {t('sendAnother')}
            </Button>
          </Stack>
        ) : (
          <ThingForm device={device} onSent={() => setSent(true)} />
        )}
      </Stack>
    </Card>
  )
}
