import type { ServiceControl } from '@netbox/contract'
import { adminLabels, adminNotices, serviceChanged } from '@netbox/product'
import { FormAlert } from '../../../components/ui/form-alert.tsx'
import { PartState } from '../../../components/ui/part-state.tsx'
import { useAction } from '../../../lib/use-action.ts'
import { useData } from '../../../lib/use-data.ts'
import { adminTexts } from '../../../texts/admin.ts'
import { announceFailure } from '../failed-action.ts'
import { ServiceRow } from './service-row.tsx'
import * as panel from '../../../components/ui/panel.module.css'
import * as adminStyles from '../admin.module.css'

const { services: texts } = adminTexts

/** The tab of the services: each with its switch. */
export const ServicesTab = () => {
  const services = useData('admin.services', {}, { onFailure: announceFailure(adminNotices.services_not_loaded) })
  const { isBusy, problem, perform } = useAction()
  const onSwitch = async ({ id }: ServiceControl, isOn: boolean): Promise<void> => {
    const call = { params: { id }, body: { is_enabled: isOn } }
    const answer = await perform(async (client) => client.call('admin.updateService', call), {
      onSuccess: serviceChanged(isOn),
      onFailure: announceFailure(adminNotices.service_not_updated),
    })
    if (answer !== undefined)
      services.change(({ services: all }) => ({
        services: all.map((service) => (service.id === id ? answer.service : service)),
      }))
  }
  const value = services.value?.services
  return (
    <div className={adminStyles.admTab}>
      <section
        className={`${panel.card} ${adminStyles.card} ${panel.pad} ${adminStyles.pad}`}
        aria-labelledby="service-switches"
      >
        <h2 id="service-switches">{texts.title}</h2>
        <p className="muted sm">{texts.lead}</p>
        <FormAlert notice={problem} />
        <PartState of={services} failed={adminNotices.services_not_loaded.message} lines={5} />
        {value?.length === 0 ? <p className={`muted ${adminStyles.admNone}`}>{adminLabels.noServices}</p> : null}
        {value === undefined || value.length === 0 ? null : (
          <ul className={adminStyles.admList}>
            {value.map((service) => (
              <ServiceRow
                key={service.id}
                service={service}
                isBusy={isBusy}
                onSwitch={(changed, isOn) => void onSwitch(changed, isOn)}
              />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
