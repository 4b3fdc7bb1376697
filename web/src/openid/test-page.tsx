import { Button, Card, Loader, Stack, Table, Text, Title } from '@mantine/core'
import type { TestedLogin } from '@spacekeeper/contract/openid/shapes.ts'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useOnce } from '#platform/form/use-once.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { finishTest } from './api.ts'
import { loadSitesWords } from './page-words.ts'

const ClaimsTable = ({ title, claims }: { title: string; claims: TestedLogin['userinfo'] }) => {
  const { t } = useTranslation('openid')
  return (
    <Card component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      <Table aria-label={title} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('claim')}</Table.Th>
            <Table.Th>{t('value')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {claims.map(({ claim, value }) => (
            <Table.Tr key={claim}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{claim}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}

/** Where a login that is only a test comes back: what a site would learn. */
const TestPage = () => {
  const { t } = useTranslation('openid')
  const { code, state, iss } = Route.useSearch()
  const [tested, setTested] = useState<TestedLogin | null>(null)
  const { state: task } = useOnce(async () => setTested(await finishTest({ code, state, iss })))
  return (
    <Stack gap="md" maw={760}>
      {task.status === 'working' ? <Loader size="sm" aria-label={t('testWorking')} /> : null}
      {task.status === 'failed' ? (
        <Card role="alert">
          <Stack gap="sm" align="flex-start">
            <Status kind="refused">{t('testFailed')}</Status>
            <Text c="dimmed">{errorText(task.error)}</Text>
          </Stack>
        </Card>
      ) : null}
      {tested ? (
        <>
          <Status kind="good" size="md">
            {t('testDone')}
          </Status>
          <Text c="dimmed">{t('testDoneText')}</Text>
          <ClaimsTable title={t('testUserinfo')} claims={tested.userinfo} />
          <ClaimsTable title={t('testToken')} claims={tested.idToken} />
        </>
      ) : null}
      <Button variant="default" component={Link} to="/manage/sso" style={{ alignSelf: 'flex-start' }}>
        {t('testAgain')}
      </Button>
    </Stack>
  )
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

export const Route = createFileRoute('/manage/sso/test')({
  component: TestPage,
  loader: loadSitesWords,
  validateSearch: ({ code, state, iss }: Record<string, unknown>) => ({
    code: asText(code),
    state: asText(state),
    iss: asText(iss),
  }),
  staticData: {
    title: 'openid:titleTest',
    loggedIn: true,
    staff: 'admin',
    hiddenMenu: true,
    backButton: '/manage/sso',
  },
})
