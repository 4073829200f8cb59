# Reads DMARC reports with Mail::DMARC. Prints the id of each report and its number of messages.
use strict;
use XML::LibXML;
use Mail::DMARC::Report::Receive;

for my $file (@ARGV) {
    my $dom = XML::LibXML->load_xml(location => $file);
    my $receive = Mail::DMARC::Report::Receive->new;
    $receive->do_node_report_metadata($dom->findnodes('/feedback/report_metadata'));
    $receive->do_node_policy_published($dom->findnodes('/feedback/policy_published'));
    $receive->do_node_record($_) for $dom->findnodes('/feedback/record');
    my $aggregate = $receive->report->aggregate;
    my $sum = 0;
    $sum += $_->row->count for @{ $aggregate->record };
    print $aggregate->metadata->report_id, " $sum\n";
}
