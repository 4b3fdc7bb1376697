import type { ProxyDetails } from '@spacekeeper/contract/proxies/shapes.ts'
import { useState } from 'react'
import { AnswerDialog } from './answer-dialog.tsx'
import { InstructionsDialog } from './instructions-dialog.tsx'
import { type ProxyAction, ProxyRow } from './proxy-row.tsx'
import classes from './proxies.module.css'

type OpenAction = { proxy: ProxyDetails; action: ProxyAction }

/** Proxies one below the other, with the dialogs of what can be done about them. */
export const ProxiesList = ({ proxies }: { proxies: readonly ProxyDetails[] }) => {
  const [open, setOpen] = useState<OpenAction | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <ul className={classes.list}>
        {proxies.map((proxy) => (
          <ProxyRow key={proxy.id} proxy={proxy} onAct={(action) => setOpen({ proxy, action })} />
        ))}
      </ul>
      {open === null ? null : open.action === 'instruct' ? (
        <InstructionsDialog proxy={open.proxy} onClose={close} />
      ) : (
        <AnswerDialog proxy={open.proxy} act={open.action} onClose={close} />
      )}
    </>
  )
}
