import { Anchor, Card, NativeSelect, Stack, Text, Title } from '@mantine/core'
import type { MessageSample } from '@spacekeeper/contract/messages/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Trans } from '#platform/i18n/trans.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { samplesQuery } from './api.ts'
import { PreviewCard } from './preview-card.tsx'

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text)

/** What the portal writes by itself, as it looks on this site. */
export const SamplesSheet = () => {
  const query = useQuery(samplesQuery)
  return <Page query={query}>{({ samples }) => <Samples samples={samples} />}</Page>
}

const Samples = ({ samples }: { samples: readonly MessageSample[] }) => {
  const { t } = useTranslation('messages')
  const [kind, setKind] = useState(samples[0]?.kind ?? '')
  const shown = samples.find((sample) => sample.kind === kind) ?? samples[0]
  const optionsOf = (channel: MessageSample['channel']) =>
    samples
      .filter((sample) => sample.channel === channel)
      .map((sample) => ({ value: sample.kind, label: short(sample.subject || t('notSentOn')) }))
  return (
    <Card component="section" aria-labelledby="samples">
      <Stack gap="md">
        <Title order={2} id="samples">
          {t('samplesTitle')}
        </Title>
        <Text size="sm" c="dimmed" maw={760}>
          <Trans
            ns="messages"
            i18nKey="samplesText"
            components={{ settings: <Anchor component={Link} to="/manage/settings" underline="always" /> }}
          />
        </Text>
        <NativeSelect
          label={t('sample')}
          value={shown?.kind ?? ''}
          maw={480}
          data={[
            { group: t('onlyMail'), items: optionsOf('email') },
            { group: t('onlySms'), items: optionsOf('sms') },
          ]}
          onChange={(event) => setKind(event.currentTarget.value)}
        />
        {shown ? <Shown sample={shown} /> : null}
      </Stack>
    </Card>
  )
}

const Shown = ({ sample }: { sample: MessageSample }) => {
  const { t } = useTranslation('messages')
  if (sample.text === '') return <Text c="dimmed">{t('notSentOn')}</Text>
  return <PreviewCard title={t('previewOf', { subject: sample.subject })} text={sample.text} html={sample.html} />
}
