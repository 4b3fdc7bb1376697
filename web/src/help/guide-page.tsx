import { Anchor, Card, Group, Title } from '@mantine/core'
import { headingId } from '@spacekeeper/contract/help/guides.ts'
import { createFileRoute, Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty } from '#platform/ui/page.tsx'
import { GuideSheet } from './guide-sheet.tsx'

const AllGuides = () => {
  const { t } = useTranslation('help')
  return <Anchor renderRoot={(props) => <Link to="/help" {...props} />}>{t('allGuides')}</Anchor>
}

const GuidePage = () => {
  const { t } = useTranslation('help')
  const { guide: asked } = Route.useParams()
  const hash = useLocation({ select: (location) => location.hash })
  // Texts of the portal name guides by their title.
  const guide = Route.useLoaderData().find(({ name, title }) => name === asked || headingId(title) === asked)
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [hash, guide])
  if (!guide) return <Empty title={t('unknown')} text={t('unknownText')} action={<AllGuides />} />
  return (
    <Card component="article" aria-labelledby="guide-title">
      <Title order={2} id="guide-title" mb="md">
        {guide.title}
      </Title>
      <GuideSheet body={guide.body} />
      <Group mt="lg">
        <AllGuides />
      </Group>
    </Card>
  )
}

export const Route = createFileRoute('/help/$guide')({
  component: GuidePage,
  loader: async () => (await import('./guide-loader.ts')).listGuides(),
  staticData: { title: 'help:titleHelp', loggedIn: true, hiddenMenu: true, backButton: '/help' },
})
