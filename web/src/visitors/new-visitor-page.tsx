import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import type { VisitorForm, VisitorPass } from '@spacekeeper/contract/visitors/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { QrCode } from '#platform/ui/qr-code.tsx'
import { formQuery, type VisitorPasses } from './api.ts'
import { ArrivalForm } from './arrival-form.tsx'
import { LeavingSheet } from './leaving-sheet.tsx'
import { VisitorLabelDialog } from './visitor-label-dialog.tsx'

/** Where visitors sign in, and at a kiosk out again. They need no account. */
const NewVisitorPage = () => {
  const { t } = useTranslation('visitors')
  const passes = Route.useSearch()
  const query = useQuery(formQuery(passes))
  const [signedIn, setSignedIn] = useState<VisitorPass | null>(null)
  const [hasLeft, setLeft] = useState(false)
  if (signedIn) return <SignedIn pass={signedIn} />
  if (hasLeft) return <Left />
  if (query.data) {
    return (
      <Entrance
        form={query.data}
        passes={passes}
        onSignedIn={setSignedIn}
        onLeft={() => setLeft(true)}
        onChanged={() => void query.refetch()}
      />
    )
  }
  if (!query.error) return <OutcomeCard kind="working" title={t('titleNew')} />
  if (hasCode(query.error, 'visitorsAtKiosk'))
    return <OutcomeCard kind="failed" title={t('closedTitle')} text={t('closedText')} />
  return (
    <OutcomeCard kind="failed" title={t('titleNew')} text={errorText(query.error)}>
      <Button onClick={() => void query.refetch()}>{t('tryAgain')}</Button>
    </OutcomeCard>
  )
}

type EntranceProps = {
  form: VisitorForm
  passes: VisitorPasses
  onSignedIn: (pass: VisitorPass) => void
  onLeft: () => void
  onChanged: () => void
}

const Entrance = ({ form, passes, onSignedIn, onLeft, onChanged }: EntranceProps) => {
  const { t } = useTranslation('visitors')
  const [what, setWhat] = useState<'arriving' | 'leaving'>('arriving')
  return (
    <AuthFrame title={t('titleNew')}>
      <Stack gap="lg">
        {form.isKiosk ? (
          <SegmentedControl
            aria-label={t('what')}
            value={what}
            onChange={(value) => setWhat(value === 'leaving' ? 'leaving' : 'arriving')}
            data={[
              { value: 'arriving', label: t('arriving') },
              { value: 'leaving', label: t('leaving') },
            ]}
          />
        ) : null}
        {what === 'leaving' ? (
          <LeavingSheet onLeft={onLeft} />
        ) : (
          <ArrivalForm form={form} passes={passes} onSignedIn={onSignedIn} onChanged={onChanged} />
        )}
        {what === 'arriving' && form.phoneAddress !== null ? (
          <Group gap="md" wrap="nowrap">
            <QrCode address={form.phoneAddress} label={t('phoneCode')} />
            <Text>{t('phone')}</Text>
          </Group>
        ) : null}
      </Stack>
    </AuthFrame>
  )
}

const Left = () => {
  const { t } = useTranslation('visitors')
  return (
    <OutcomeCard kind="done" title={t('leftTitle')} text={t('leftText')}>
      <Button renderRoot={(props) => <Link to="/kiosk" {...props} />}>{t('done')}</Button>
    </OutcomeCard>
  )
}

/** What happens next; at a kiosk with the label, on a phone with the way to the page of the visit. */
const SignedIn = ({ pass: { code, name, hostName } }: { pass: VisitorPass }) => {
  const { t } = useTranslation('visitors')
  const isKiosk = useIsKiosk()
  const [isPrinting, setPrinting] = useState(false)
  const told = hostName === null ? '' : `${t('welcomeHost', { name: hostName })} `
  return (
    <OutcomeCard
      kind="done"
      title={t('welcome', { name })}
      text={`${told}${t(isKiosk ? 'welcomeKiosk' : 'welcomeText')}`}
    >
      <Group gap="sm">
        <Button variant="default" onClick={() => setPrinting(true)}>
          {t('printLabel')}
        </Button>
        {isKiosk ? (
          <Button renderRoot={(props) => <Link to="/kiosk" {...props} />}>{t('done')}</Button>
        ) : (
          <Button renderRoot={(props) => <Link to="/visitors/$code" params={{ code }} {...props} />}>
            {t('titlePass')}
          </Button>
        )}
      </Group>
      {isPrinting ? <VisitorLabelDialog code={code} name={name} onClose={() => setPrinting(false)} /> : null}
    </OutcomeCard>
  )
}

const readPasses = ({ kioskPass, invitation }: Record<string, unknown>): VisitorPasses => ({
  ...(typeof kioskPass === 'string' && { kioskPass: kioskPass.slice(0, 200) }),
  ...(typeof invitation === 'string' && { invitation: invitation.slice(0, 30) }),
})

export const Route = createFileRoute('/visitors/new')({
  component: NewVisitorPage,
  validateSearch: readPasses,
  loader: async () => {
    const { visitorsText } = await import('./text.ts')
    addTexts({ visitors: visitorsText })
  },
  staticData: {
    title: 'visitors:titleNew',
    kiosk: true,
    hiddenMenu: true,
    bgGradient: true,
    feature: 'enableVisitors',
  },
})
