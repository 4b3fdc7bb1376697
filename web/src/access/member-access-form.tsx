import { Stack, Card, Text, Group, Title } from '@mantine/core'
import type { MemberAccessItem, MemberAccess } from '@spacekeeper/contract/access/shapes.ts'
import { useState, type ReactNode } from 'react'
import { useUnsavedInput } from '#platform/form/unsaved-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { SearchField } from '#platform/ui/search-field.tsx'
import { Status } from '#platform/ui/status.tsx'
import { AccessChangesCard } from './access-changes-card.tsx'
import type { GrantChange } from './api.ts'
import { GrantRow } from './grant-row.tsx'
import { commonRefusals, markOf, reasonText } from './refusals.ts'
import classes from './member-access-form.module.css'

type WantedGrants = ReadonlyMap<number, boolean>

/** Changes wait here until they are saved. One that came true by other hands is no change any more. */
const useGrants = ({ access, name, onSave }: Props) => {
  const { t } = useTranslation('members')
  const [wanted, setWanted] = useState<WantedGrants>(new Map())
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  const wantedOf = (device: MemberAccessItem) => wanted.get(device.id) ?? device.granted
  const pendingOf = (devices: readonly MemberAccessItem[], isMachine: boolean) =>
    devices
      .filter((device) => wantedOf(device) !== device.granted)
      .map((device) => ({ device, isMachine, isGranted: wantedOf(device) }))
  const pending = [...pendingOf(access.doors, false), ...pendingOf(access.interlocks, true)]

  const save = async () => {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await onSave(pending.map(({ device, isGranted }) => ({ deviceId: device.id, isGranted })))
      setWanted(new Map())
      notify.done({ text: t('saved', { count: pending.length, name }) })
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }

  return {
    wantedOf,
    isBusy,
    error,
    pending,
    save: () => void save(),
    toggle: (deviceId: number, isGranted: boolean) => {
      setWanted((before) => new Map(before).set(deviceId, isGranted))
      setError(null)
    },
    undo: () => {
      setWanted(new Map())
      setError(null)
    },
  }
}

type Props = {
  access: MemberAccess
  /** What stands below the list. */
  children?: ReactNode
  name: string
  /** Makes all of it, or throws. */
  onSave: (changes: GrantChange[]) => Promise<void>
}

/** From so many devices on they can be searched. */
const searchedFrom = 10

/** What a member may open: a switch for each grant, what they will mean, and one button that makes it so. */
export const MemberAccessForm = (props: Props) => {
  const { access, name, children } = props
  const { t } = useTranslation('members')
  const grants = useGrants(props)
  const { doors, interlocks } = access
  useUnsavedInput({
    isChanged: () => grants.pending.length > 0,
    words: { title: t('leaveTitle'), text: t('leaveText', { count: grants.pending.length, name }) },
  })
  const devices = [...doors, ...interlocks]
  const [text, setText] = useState('')
  const wanted = text.trim().toLocaleLowerCase()
  const matching = (items: readonly MemberAccessItem[]) =>
    items.filter((item) => item.name.toLocaleLowerCase().includes(wanted))
  const [shownDoors, shownMachines] = [matching(doors), matching(interlocks)]
  const common = commonRefusals(devices)
  const rowOf = (isMachine: boolean) => (device: MemberAccessItem) => (
    <GrantRow
      key={device.id}
      device={device}
      isMachine={isMachine}
      wanted={grants.wantedOf(device)}
      isBusy={grants.isBusy}
      isReasonKnown={device.refusal !== null && common.has(device.refusal)}
      onChange={(isGranted) => grants.toggle(device.id, isGranted)}
    />
  )

  return (
    <div className={classes.columns}>
      <Stack gap="md">
        {devices.length > searchedFrom ? (
          <SearchField value={text} onChange={setText} label={t('searchDevices')} />
        ) : null}
        <CommonRefusals refusals={common} />
        {shownDoors.length + shownMachines.length === 0 ? (
          <Text c="dimmed" role="status">
            {t('noDeviceMatches', { text: text.trim() })}
          </Text>
        ) : null}
        <Card padding={0} className={classes.lists}>
          <div className={classes.pair} data-two={(shownDoors.length > 0 && shownMachines.length > 0) || undefined}>
            {shownDoors.length > 0 ? (
              <section aria-labelledby="doors-of-member">
                <ListHead id="doors-of-member" title={t('doors')} items={doors.map(grants.wantedOf)} />
                <ul className={classes.rows}>{shownDoors.map(rowOf(false))}</ul>
              </section>
            ) : null}
            {shownMachines.length > 0 ? (
              <section aria-labelledby="machines-of-member">
                <ListHead id="machines-of-member" title={t('machines')} items={interlocks.map(grants.wantedOf)} />
                <ul className={classes.rows}>{shownMachines.map(rowOf(true))}</ul>
              </section>
            ) : null}
          </div>
          <Text size="sm" c="dimmed" className={classes.note}>
            {t('grantMeaning', { name })}
          </Text>
        </Card>
        {children}
      </Stack>
      <div className={classes.side}>
        <AccessChangesCard
          changes={grants.pending}
          name={name}
          error={grants.error}
          isBusy={grants.isBusy}
          onSave={grants.save}
          onUndo={grants.undo}
        />
      </div>
    </div>
  )
}

const CommonRefusals = ({ refusals }: { refusals: ReturnType<typeof commonRefusals> }) => {
  const { t } = useTranslation('members')
  if (refusals.size === 0) return null
  return (
    <Card padding="sm" component="section" aria-label={t('commonRefusals')}>
      {[...refusals].map(([refusal, count]) => (
        <Status key={refusal} kind={markOf(refusal)}>
          {t('refusedOn', { count, reason: reasonText(refusal) })}
        </Status>
      ))}
    </Card>
  )
}

const ListHead = ({ id, title, items }: { id: string; title: string; items: boolean[] }) => {
  const { t } = useTranslation('members')
  return (
    <Group justify="space-between" className={classes.head}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {t('grantedOfTotal', { granted: items.filter(Boolean).length, total: items.length })}
      </Text>
    </Group>
  )
}
